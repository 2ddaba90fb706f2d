import { notifierContract } from "@kibitz/testkit/contracts"
import { expect, test } from "vitest"
import { overlayOf, type SystemNotice, systemNotifier } from "./system-notifier.ts"

/** Behaves like Electron's: closing one says so, to whoever listens. */
function system({ supported = true } = {}) {
  const onScreen: { title: string; emit(event: string, error?: string): void }[] = []
  const opened: string[] = []
  const logged: unknown[] = []
  const heard: string[] = []
  let badge = 0
  const made: object[] = []
  const make = (options: { title: string; body: string; silent: boolean }): SystemNotice => {
    const { title, silent } = options
    made.push(options)
    expect(silent).toBe(true)
    const listeners = new Map<string, (event: unknown, error: string) => void>()
    const notice = { title, emit: (event: string, error = "") => listeners.get(event)?.({}, error) }
    return {
      on: (event: string, listener: (event: unknown, error: string) => void) => listeners.set(event, listener),
      show: () => void onScreen.push(notice),
      close() {
        const at = onScreen.indexOf(notice)
        if (at >= 0) onScreen.splice(at, 1)
        notice.emit("close")
      },
    }
  }
  const notifier = systemNotifier<{ id: string; title: string; body: string; silent: boolean }>({
    isSupported: () => supported,
    make,
    setBadgeCount: (count) => {
      badge = count
    },
    opened: ({ id }) => opened.push(id),
    failed: () => heard.push("no notices"),
    sound: () => heard.push("sound"),
    summary: (text) => heard.push(text),
    log: (what, details) => logged.push([what, details]),
  })
  return { notifier, standing: () => onScreen, count: () => badge, opened, logged, heard, made }
}

notifierContract("systemNotifier", system)

const notice = (id: string) => ({ id, title: id, body: "", silent: true })

test("a click opens the one that was clicked", () => {
  const { notifier, standing, opened } = system()
  notifier.show(notice("a"))
  notifier.show(notice("b"))
  standing()[1]?.emit("click")
  expect(opened).toEqual(["b"])
})

test("card law 7: a notice has no buttons and no field; it can only be opened", () => {
  const { notifier, made } = system()
  notifier.show({ ...notice("Ed: approval"), actions: [{ type: "button", text: "Approve" }], hasReply: true } as never)
  expect(made.map((options) => Object.keys(options).sort())).toEqual([["body", "silent", "title"]])
})

test("one that was replaced and closes late does not take the new one's place", () => {
  const { notifier, standing } = system()
  notifier.replace(notice("digest"))
  const old = standing()[0]
  notifier.replace(notice("digest"))
  old?.emit("close")
  notifier.clear()
  expect(standing()).toEqual([])
})

test("a system that shows none is told of once, and stops nothing", () => {
  const failing = system()
  for (const id of ["a", "b"]) {
    failing.notifier.show(notice(id))
    failing.standing().at(-1)?.emit("failed", "not signed")
  }
  expect(failing.logged).toEqual([["notices are not shown", { error: "not signed" }]])
  expect(failing.heard).toEqual(["no notices"])
  const without = system({ supported: false })
  for (const id of ["a", "b"]) without.notifier.show(notice(id))
  expect([without.standing(), without.logged]).toEqual([[], [["notices are not shown", { error: "this system has none" }]]])
})

test("the sound is our own: the system's notice is silent, and a system without notices still sounds", () => {
  const { notifier, heard } = system({ supported: false })
  notifier.show({ ...notice("a"), silent: false })
  notifier.show(notice("b"))
  expect(heard).toEqual(["sound", "no notices"])
})

test("what was missed over quiet hours is passed on", () => {
  const { notifier, heard } = system()
  notifier.summary("While quiet: 4 waiting, 11 finished")
  expect(heard).toEqual(["While quiet: 4 waiting, 11 finished"])
})

test("Windows shows the count as a picture: 1 to 9, then 9+, and none for nobody", () => {
  expect([0, 1, 9, 10, 250].map((count) => overlayOf(count))).toEqual([
    null,
    { file: "overlay-1.png", words: "1 item for you" },
    { file: "overlay-9.png", words: "9 items for you" },
    { file: "overlay-more.png", words: "10 items for you" },
    { file: "overlay-more.png", words: "250 items for you" },
  ])
})
