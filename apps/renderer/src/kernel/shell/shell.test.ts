import type { AgentId, ShellAsk } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { Outcome } from "../bridge/requests.ts"
import { readWindow, type ScreenWindow, withoutFirst } from "./screen-window.ts"
import { createShell } from "./shell.ts"

const ed = "ed" as AgentId
const mira = "mira" as AgentId

function shellOf(window: ScreenWindow, outcome: Outcome = { accepted: true, seq: 0 }) {
  const asked: ShellAsk[] = []
  const shell = createShell(window, async (ask) => {
    asked.push(ask)
    return outcome
  })
  return { shell, asked }
}

test.each([
  ["http:", "?chat=ed", { kind: "page" }],
  ["app:", "", { kind: "main" }],
  ["app:", "?ux", { kind: "main" }],
  ["app:", "?chat=ed&ux", { kind: "chat", agentId: "ed" }],
  ["app:", "?chat=..%2Fx", { kind: "main" }],
  ["app:", "?first=%2Fhome%2Fa%26b", { kind: "main", first: { folder: "/home/a&b", hasKey: false } }],
  ["app:", "?ux&first=%2Fshop&key", { kind: "main", first: { folder: "/shop", hasKey: true } }],
  ["app:", "?chat=ed&first=%2Fshop", { kind: "chat", agentId: "ed" }],
  ["http:", "?first=%2Fshop", { kind: "page" }],
])("a page knows its window by what the shell has written into its address: %s %s", (protocol, search, window) => {
  expect(readWindow({ protocol, search })).toEqual(window)
})

test("what was said of a first start is taken out of the address, and nothing else", () => {
  expect(withoutFirst({ pathname: "/", search: "?first=%2Fa%26b&key" })).toBe("/")
  expect(withoutFirst({ pathname: "/", search: "?ux&first=%2Fshop" })).toBe("/?ux")
  expect(withoutFirst({ pathname: "/", search: "" })).toBe("/")
})

test("in the main window, beyond are those that have windows; in such a window, everybody else", () => {
  const { shell } = shellOf({ kind: "main" })
  shell.told({ kind: "windows", poppedOut: [ed] })
  expect([shell.beyond.has(ed), shell.beyond.has(mira)]).toEqual([true, false])
  const { shell: own } = shellOf({ kind: "chat", agentId: ed })
  expect([own.beyond.has(ed), own.beyond.has(mira)]).toEqual([false, true])
})

test("popping out asks for a window; in that window, the same key asks for the way back", async () => {
  const { shell, asked } = shellOf({ kind: "main" })
  expect(await shell.popOut(ed)).toBeNull()
  expect(asked).toEqual([{ kind: "pop-out", agentId: ed }])
  const { shell: own, asked: ownAsked } = shellOf({ kind: "chat", agentId: ed })
  await own.popOut(ed)
  await own.popOut(mira)
  expect(ownAsked).toEqual([{ kind: "return" }, { kind: "pop-out", agentId: mira }])
  expect(own.isComingBack()).toBe(true)
})

test("a refusal is said, and a browser is told what it can do instead", async () => {
  const full = shellOf({ kind: "main" }, { accepted: false, rejection: { kind: "unavailable", message: "Close one first." } })
  expect(await full.shell.popOut(ed)).toBe("Close one first.")
  const web = shellOf({ kind: "page" })
  expect(web.shell.isThere).toBe(false)
  expect(await web.shell.popOut(ed)).toContain("/split")
  expect(web.asked).toEqual([])
})

test("ux 7.1 whether a screen reader is on is known once it was said, and as it was said last", () => {
  const { shell } = shellOf({ kind: "main" })
  const known = [shell.isRead()]
  for (const isOn of [true, false]) {
    shell.told({ kind: "reader", isOn })
    known.push(shell.isRead())
  }
  expect(known).toEqual([false, true, false])
})
