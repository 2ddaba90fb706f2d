// Entry point of the benchmarks of the chat (U6, U7, U8, U25, U26): loads the app unchanged, does in its window what a person does, and prints what
// was measured in the page as one JSON line. What has to be there before the app's own code is put there through the debugger.
import { pathToFileURL } from "node:url"
import { app, BrowserWindow } from "electron"

const entry = process.env.KIBITZ_PROBE_ENTRY
const what = process.env.KIBITZ_CHAT_BENCH
const agents = JSON.parse(process.env.KIBITZ_CHAT_AGENTS ?? "[]")

/** Before the app: what React commits, and when the first piece of each reply has come in. */
const before = `
  window.__commits = 0
  window.__first = null
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true, isDisabled: false, inject: () => 1, checkDCE() {},
    onCommitFiberRoot() { window.__commits++ }, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {},
  }
  const add = MessagePort.prototype.addEventListener
  const note = (event) => {
    if (event.data?.type === "live" && window.__first === null) window.__first = performance.now()
  }
  MessagePort.prototype.addEventListener = function (name, listener, options) {
    if (name === "message") add.call(this, "message", note)
    return add.call(this, name, listener, options)
  }
  const own = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage")
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...own,
    set(listener) { add.call(this, "message", note); own.set.call(this, listener) },
  })
`

/** In the page: tasks that take long, and for each letter when it came and how long it took until the frame with it was on the screen, as the browser
 *  itself knows it (Event Timing: in steps of 8 ms, nothing under 16). */
const watch = `
  window.__came = []; window.__shown = []; window.__long = []
  const watch = (field) => field.addEventListener('input', ({ timeStamp }) => window.__came.push(performance.timeOrigin + timeStamp))
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.__long.push(duration) }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === 'input') window.__shown.push({ at: performance.timeOrigin + startTime, duration })
  }).observe({ type: 'event', durationThreshold: 16 })
`

/** In the page: waiting for facts, and for what was drawn to be painted. */
const helpers = `
  const until = (look) => new Promise((resolve) => {
    const again = () => { const found = look(); found ? resolve(found) : requestAnimationFrame(again) }
    again()
  })
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now())
    channel.port2.postMessage(null)
  }))
  const chatOf = (id) => document.querySelector('[data-testid="chat-' + id + '"]')
  const composerOf = (id) => chatOf(id)?.querySelector('[data-region=composer]')
`

/** The same in the page and here. */
const clock = () => performance.timeOrigin + performance.now()
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const inPage = (contents, code) => contents.executeJavaScript(`(async () => { ${helpers} ${code} })()`)

/** As from the keyboard, whether the window has the focus of the system or not: a virtual display gives it to nobody. */
async function press(contents, key, isShifted = false) {
  const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
  const windowsVirtualKeyCode = { Enter: 13, Escape: 27 }[key] ?? key.toUpperCase().charCodeAt(0)
  const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined
  const event = { key, code, windowsVirtualKeyCode, modifiers: isShifted ? 8 : 0 }
  await contents.debugger.sendCommand("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event })
  await contents.debugger.sendCommand("Input.dispatchKeyEvent", { type: "keyUp", ...event })
}

const write = (contents, text) => contents.debugger.sendCommand("Input.insertText", { text })

/** Into the field that has the focus; then Enter. */
async function run(contents, line) {
  await write(contents, line)
  await press(contents, "Enter")
}

/** From the map into the chat of whoever is selected, which is Jake. */
async function joinJake(contents) {
  await inPage(contents, `await until(() => document.querySelector('[data-testid="map-pane"]:not([aria-busy]) canvas'))`)
  const open = `document.querySelector('[data-region=map]')?.focus(); return document.activeElement?.matches('[data-region=map]')`
  while (!(await inPage(contents, `return Boolean(composerOf("jake"))`))) {
    if (await inPage(contents, open)) await press(contents, "Enter")
    await wait(50)
  }
  await focus(contents, "jake")
}

async function focus(contents, id) {
  await inPage(contents, `const field = await until(() => composerOf(${JSON.stringify(id)})); field.focus()`)
}

/** U6: two hundred letters into one of four chats in which everybody writes. */
async function typing(contents) {
  await joinJake(contents)
  const [first, ...others] = agents
  await run(contents, `/join ${first}`)
  await focus(contents, first)
  for (const id of others) {
    await run(contents, `/split ${id}`)
    await focus(contents, id)
  }
  for (const id of agents) {
    await inPage(
      contents,
      `await until(() => chatOf(${JSON.stringify(id)})?.querySelector('.reply[aria-busy=true]')?.textContent.length > 20)`,
    )
  }
  const typed = await letters(contents, first, 200)
  const page = await inPage(
    contents,
    `return { panes: document.querySelectorAll('.chat').length, writing: document.querySelectorAll('.reply[aria-busy=true]').length }`,
  )
  return { ...typed, ...page }
}

/** Twenty a second into this agent's composer. For each, how long it took from when it was due until the frame with it was on the screen. */
async function letters(contents, id, count) {
  await focus(contents, id)
  await inPage(contents, `${watch} watch(composerOf(${JSON.stringify(id)}))`)
  // A person does not wait for the app: each letter comes when it is due, and is timed from then on, also where nobody had time to take it.
  const due = []
  const began = clock()
  for (let typed = 0; typed < count; typed++) {
    due.push(began + (typed + 1) * 50)
    await wait(Math.max(0, due[typed] - clock()))
    void press(contents, "abcdefghijklmnopqrstuvwxyz"[typed % 26])
  }
  const { came, shown, long, length } = await inPage(
    contents,
    `const end = performance.now() + 20000
     await until(() => window.__came.length === ${count} || performance.now() > end)
     await new Promise((resolve) => setTimeout(resolve, 1000))
     return { came: window.__came, shown: window.__shown, long: window.__long, length: composerOf(${JSON.stringify(id)}).value.length }`,
  )
  if (came.length !== count || length !== count) throw new Error(`${count} letters were typed, ${length} are there`)
  const took = new Map(shown.map(({ at, duration }) => [at.toFixed(1), duration]))
  // What the browser does not tell of was on the screen within 16 ms.
  return { keys: came.map((at, typed) => Math.max(0, at - due[typed]) + (took.get(at.toFixed(1)) ?? 16)), long }
}

/** U7, U8: messages one after the other; what is sent and what comes first is timed until it is painted. */
async function talking(contents) {
  await joinJake(contents)
  const sent = []
  const first = []
  for (let round = 0; round < 24; round++) {
    await focus(contents, "jake")
    await write(contents, "hello")
    const measured = inPage(
      contents,
      `window.__first = null
       const log = chatOf("jake").querySelector('[role=log]')
       const line = chatOf("jake").querySelector('[data-testid=working-line]')
       const began = await new Promise((resolve) => composerOf("jake").addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }))
       const isSent = () => log.textContent.includes("hello") && composerOf("jake").value === "" && line.dataset.state !== "idle"
       const changed = (look) => new Promise((resolve) => {
         const done = () => { if (!look()) return; changes.disconnect(); resolve(painted()) }
         const changes = new MutationObserver(done)
         changes.observe(chatOf("jake"), { subtree: true, childList: true, characterData: true, attributes: true })
         done()
       })
       const sent = await changed(isSent) - began
       const seen = await changed(() => log.querySelector('.reply[aria-busy=true]')?.textContent.trim().length > 0)
       return { sent, first: seen - window.__first }`,
    )
    await wait(60)
    await press(contents, "Enter")
    const { sent: sentMs, first: firstMs } = await measured
    if (round >= 4) {
      sent.push(sentMs)
      first.push(firstMs)
    }
    await inPage(
      contents,
      `await until(() => chatOf("jake").querySelector('[data-testid=working-line]').dataset.state === 'idle')`,
    )
  }
  return { sent, first }
}

/** U25: in a chat in which nothing happens, while everybody else works unseen; then with the audit log over it, which names them all. */
async function background(contents) {
  await joinJake(contents)
  await wait(5_000)
  const inChat = await commitsPerSecond(contents)
  await run(contents, "/audit")
  await inPage(contents, `await until(() => document.querySelector('[data-testid=audit] [data-entry]'))`)
  await wait(2_000)
  const inAudit = await commitsPerSecond(contents)
  const working = await inPage(contents, `return Number(document.querySelector('.title-count')?.textContent ?? 0)`)
  return { inChat, inAudit, working }
}

async function commitsPerSecond(contents) {
  const seconds = 10
  const from = await inPage(contents, `return window.__commits`)
  await wait(seconds * 1_000)
  return ((await inPage(contents, `return window.__commits`)) - from) / seconds
}

/** U26: from the key on the map to the last lines painted; then upwards, a wheel's notch in every frame. */
async function long(contents) {
  const opened = await openings(contents)
  const frames = await scroll(contents, 8_000)
  const lines = await inPage(contents, `return document.querySelectorAll('.line').length`)
  return { opened, frames, lines }
}

/** The same with text that is not meant well; and one can write there. */
async function hostile(contents) {
  const opened = await openings(contents)
  const { keys } = await letters(contents, "jake", 60)
  const frames = await scroll(contents, 15_000)
  const page = await inPage(
    contents,
    `const log = chatOf("jake").querySelector('[role=log]')
     return { isAtTop: log.scrollTop === 0, sticksOut: Math.max(0, log.scrollWidth - log.clientWidth, document.documentElement.scrollWidth - innerWidth) }`,
  )
  return { opened, keys, frames, ...page }
}

async function openings(contents) {
  const opened = []
  await inPage(contents, `await until(() => document.querySelector('[data-testid="map-pane"]:not([aria-busy]) canvas'))`)
  for (let round = 0; round < 8; round++) {
    const measured = inPage(
      contents,
      `const map = await until(() => document.querySelector('[data-region=map]'))
       map.focus()
       const began = await new Promise((resolve) => addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }))
       await until(() => chatOf("jake")?.querySelector('.line .reply')?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
       return await painted() - began`,
    )
    await wait(400)
    await press(contents, "Enter")
    const ms = await measured
    if (round >= 2) opened.push(ms)
    if (round < 7) {
      await press(contents, "Escape", true)
      await inPage(contents, `await until(() => document.querySelector('[data-region=map]') && !chatOf("jake"))`)
    }
  }
  return opened
}

/** Upwards until the beginning, or until the time is over; how long each frame took. */
async function scroll(contents, ms) {
  return inPage(
    contents,
    `const log = chatOf("jake").querySelector('[role=log]')
     const frames = []
     let last = performance.now()
     const end = last + ${ms}
     // At the top for a while: there is nothing older.
     for (let atTop = 0; last < end && atTop < 60; atTop = log.scrollTop === 0 ? atTop + 1 : 0) {
       log.scrollTop -= 160
       const now = await new Promise(requestAnimationFrame)
       frames.push(now - last)
       last = now
     }
     return frames.slice(10)`,
  )
}

const works = { typing, talking, background, long, hostile }

app.once("web-contents-created", (_, contents) => {
  contents.once("dom-ready", async () => {
    contents.debugger.attach("1.3")
    await contents.debugger.sendCommand("Page.enable")
    await contents.debugger.sendCommand("Emulation.setFocusEmulationEnabled", { enabled: true })
    await contents.debugger.sendCommand("Page.addScriptToEvaluateOnNewDocument", { source: before })
    // Once more from the start: the page that is there was loaded without it.
    const again = new Promise((resolve) => contents.once("dom-ready", resolve))
    contents.reload()
    await again
    if (what === "typing") BrowserWindow.getAllWindows()[0]?.setContentSize(1920, 1000)
    try {
      const answer = await works[what](contents)
      process.stdout.write(`${JSON.stringify(answer)}\n`, () => app.exit(0))
    } catch (error) {
      process.stderr.write(`${error?.stack ?? error}\n`, () => app.exit(1))
    }
  })
})

await import(pathToFileURL(entry).href)
