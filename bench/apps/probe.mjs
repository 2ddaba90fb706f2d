// Entry point for both sides of the start benchmark: loads the app under test unchanged, waits in its page for the given element and
// the first paint, and prints when that was and what all processes hold. The same probe on both sides, so that its cost cancels out.
import { pathToFileURL } from "node:url"
import { app } from "electron"

const entry = process.env.KIBITZ_PROBE_ENTRY
const selector = process.env.KIBITZ_PROBE_SELECTOR
const spawnedAt = Number(process.env.KIBITZ_PROBE_SPAWNED)
const SETTLE_MS = 2_500

const waitInPage = `new Promise((resolve) => {
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)})
    if (!element || element.disabled || performance.getEntriesByName("first-contentful-paint").length === 0) return requestAnimationFrame(look)
    resolve(performance.timeOrigin + performance.now())
  }
  look()
})`

app.once("web-contents-created", (_, contents) => {
  contents.once("dom-ready", async () => {
    const usableAt = await contents.executeJavaScript(waitInPage)
    const ms = usableAt - spawnedAt
    setTimeout(() => {
      const megabytes = app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0) / 1024
      process.stdout.write(`${JSON.stringify({ ms, megabytes })}\n`, () => app.exit(0))
    }, SETTLE_MS)
  })
})

await import(pathToFileURL(entry).href)
