// Entry point for both sides of the start benchmark: loads the app under test unchanged, waits in its page for the given element and
// the first paint, pressing the keys on the way that a person has to, and prints when that was, when the first thing on the way was met and drawn, and what all
// processes hold. The same probe on both sides, so that its cost cancels out.
import { pathToFileURL } from "node:url"
import { app } from "electron"

const entry = process.env.KIBITZ_PROBE_ENTRY
const selector = process.env.KIBITZ_PROBE_SELECTOR
/** What is met on the way, and the key that leads on from there. */
const way = JSON.parse(process.env.KIBITZ_PROBE_WAY ?? "[]")
const spawnedAt = Number(process.env.KIBITZ_PROBE_SPAWNED)
const SETTLE_MS = 2_500

const waitInPage = `new Promise((resolve) => {
  const now = () => performance.timeOrigin + performance.now()
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0]
  let metAt = 0
  // With every frame until it is heard: what has just been drawn may not listen yet.
  const goOn = () => {
    for (const [index, [met, key]] of ${JSON.stringify(way)}.entries()) {
      const element = document.querySelector(met)
      element?.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }))
      if (!element) continue
      if (index === 0) metAt ||= now()
      return
    }
  }
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)})
    if (!element) goOn()
    if (!element || element.disabled || !painted()) return requestAnimationFrame(look)
    resolve({ usableAt: now(), metAt: Math.max(metAt, performance.timeOrigin + painted().startTime) })
  }
  look()
})`

app.once("web-contents-created", (_, contents) => {
  contents.once("dom-ready", async () => {
    const { usableAt, metAt } = await contents.executeJavaScript(waitInPage)
    const ms = usableAt - spawnedAt
    const metMs = metAt - spawnedAt
    setTimeout(() => {
      const megabytes = app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0) / 1024
      process.stdout.write(`${JSON.stringify({ ms, metMs, megabytes })}\n`, () => app.exit(0))
    }, SETTLE_MS)
  })
})

await import(pathToFileURL(entry).href)
