// Entry point of the benchmark of the palette (U22): loads the app unchanged, opens the palette by its keys, types into it, and prints how long it took
// each time from the key as the browser took it to the picture with it.
import { pathToFileURL } from "node:url"
import { app } from "electron"

const entry = process.env.KIBITZ_PROBE_ENTRY
const ROUNDS = 14
const WARM_UP = 4
/** One letter finds nearly everybody, scattered letters look longest, and what is not there is looked for everywhere. */
const words = ["agent", "1", "zzz", "gt7"]

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const CTRL = 2

/** As from the keyboard, whether the window has the focus of the system or not. */
async function press(contents, key, modifiers = 0) {
  const isLetter = key.length === 1
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key
  const windowsVirtualKeyCode = { Escape: 27, Backspace: 8 }[key] ?? key.toUpperCase().charCodeAt(0)
  const text = isLetter && modifiers === 0 ? key : undefined
  const event = { key, code, windowsVirtualKeyCode, modifiers }
  await contents.debugger.sendCommand("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event })
  await contents.debugger.sendCommand("Input.dispatchKeyEvent", { type: "keyUp", ...event })
}

const inPage = (contents, code) => contents.executeJavaScript(`(async () => { ${helpers} ${code} })()`)

const helpers = `
  const palette = () => document.querySelector('[data-testid=palette]')
  const field = () => palette()?.querySelector('[role=combobox]')
  const until = (look) => new Promise((resolve) => {
    const again = () => { const found = look(); found ? resolve(found) : requestAnimationFrame(again) }
    again()
  })
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now())
    channel.port2.postMessage(null)
  }))
  const changed = (look) => new Promise((resolve) => {
    const done = () => { if (!look()) return; changes.disconnect(); resolve(painted()) }
    const changes = new MutationObserver(done)
    changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    done()
  })
  const pressed = () => new Promise((resolve) => addEventListener('keydown', ({ timeStamp, key }) => resolve(timeStamp), { once: true, capture: true }))
`

/** Ready once the page listens for the key: what is pressed before that would not be timed. */
async function timed(contents, code, act) {
  const measured = inPage(contents, code)
  await wait(120)
  await act()
  return measured
}

async function close(contents) {
  await inPage(contents, `field()?.select()`)
  await press(contents, "Backspace")
  await press(contents, "Escape")
  await inPage(contents, `await until(() => !palette()?.open)`)
}

async function opening(contents, key) {
  const samples = []
  for (let round = 0; round < ROUNDS; round++) {
    const code = `const began = await pressed(); return await changed(() => palette()?.open && palette().querySelector('[role=option]')) - began`
    const took = await timed(contents, code, () => press(contents, key, CTRL))
    if (round >= WARM_UP) samples.push(took)
    await close(contents)
  }
  return samples
}

async function filtering(contents) {
  const samples = []
  for (let round = 0; round < 6; round++) {
    await press(contents, "p", CTRL)
    await inPage(contents, `await until(() => palette()?.querySelector('[role=option]'))`)
    for (const word of words) {
      let typed = ""
      for (const letter of word) {
        typed += letter
        const code = `const began = await pressed(); return await changed(() => field().value === ${JSON.stringify(typed)}) - began`
        const took = await timed(contents, code, () => press(contents, letter))
        if (round > 0) samples.push(took)
      }
      await inPage(contents, `field().select()`)
      await press(contents, "Backspace")
      await inPage(contents, `await until(() => field().value === "")`)
    }
    await close(contents)
  }
  return samples
}

app.once("web-contents-created", (_, contents) => {
  contents.once("dom-ready", async () => {
    try {
      contents.debugger.attach("1.3")
      await contents.debugger.sendCommand("Emulation.setFocusEmulationEnabled", { enabled: true })
      await inPage(contents, `await until(() => document.querySelector('[data-testid="map-pane"]:not([aria-busy]) canvas'))`)
      const commands = await opening(contents, "k")
      const agents = await opening(contents, "p")
      await press(contents, "p", CTRL)
      const entries = await inPage(
        contents,
        `return Number((await until(() => palette()?.querySelector('[role=option]'))).getAttribute('aria-setsize'))`,
      )
      await close(contents)
      const letters = await filtering(contents)
      process.stdout.write(`${JSON.stringify({ commands, agents, entries, letters })}\n`, () => app.exit(0))
    } catch (error) {
      process.stderr.write(`${error?.stack ?? error}\n`, () => app.exit(1))
    }
  })
})

await import(pathToFileURL(entry).href)
