// Entry point of the benchmark for joining (U9): loads the app unchanged, with its log of what pages ask and the host commits, goes into a chat and out
// again by key, and prints how long it took each time from the press in the page to `user joined` in the supervisor.
import { pathToFileURL } from "node:url"
import { app } from "electron"

const entry = process.env.KIBITZ_PROBE_ENTRY
const ROUNDS = 60
const WARM_UP = 5

const inPage = {
  ready: `new Promise((resolve) => {
    const look = () => (document.querySelector('[data-testid="map-pane"]:not([aria-busy]) canvas') ? resolve() : requestAnimationFrame(look))
    look()
  })`,
  /** On the map, in the next frame's time to spare, as a person presses it; gives back when. */
  press: `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const map = document.querySelector('[data-region=map]')
    map.focus()
    const at = performance.timeOrigin + performance.now()
    map.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }))
    resolve(at)
  })))`,
  leave: `dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", code: "Escape", shiftKey: true, bubbles: true, cancelable: true }))`,
}

/** Until the host has committed this for the nth time. */
async function committed(what, count) {
  for (;;) {
    const found = globalThis.__ipcLog.filter((one) => one.from === "host" && one.what === what)
    if (found.length >= count) return found[count - 1].at
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

app.once("web-contents-created", (_, contents) => {
  contents.once("dom-ready", async () => {
    const samples = []
    for (let round = 1; round <= ROUNDS; round++) {
      await contents.executeJavaScript(inPage.ready)
      const pressed = await contents.executeJavaScript(inPage.press)
      const joined = await committed("presence.joined", round)
      if (round > WARM_UP) samples.push(joined - pressed)
      await contents.executeJavaScript(inPage.leave)
      await committed("presence.left", round)
    }
    process.stdout.write(`${JSON.stringify({ samples })}\n`, () => app.exit(0))
  })
})

await import(pathToFileURL(entry).href)
