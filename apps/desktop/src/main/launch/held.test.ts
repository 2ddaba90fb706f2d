import type { Instant } from "@kibitz/contract"
import type { Holder } from "@kibitz/host"
import { expect, test } from "vitest"
import { heldQuestion, isHeld, placeOf } from "./held.ts"

const said = { title: "Another Kibitz window has this project open.", where: "It is somewhere." }
const web: Holder = {
  program: "web",
  pid: 4242,
  since: "2026-01-01T14:02:00.000Z" as Instant,
  address: "http://127.0.0.1:41873/",
}
const labels = (holder: Holder | null) => heldQuestion(holder, said).choices.map(({ label }) => label)

test("F18: a project open in a browser can be looked at or switched to; Enter changes nothing, Escape leaves", () => {
  const question = heldQuestion(web, said)
  expect(question.title).toBe("Another Kibitz window has this project open.")
  expect(question.choices).toEqual([
    { choice: "read-only", label: "Open read-only" },
    { choice: "switch", label: "Switch to it" },
    { choice: "quit", label: "Quit" },
  ])
  expect(question.detail).toContain("It is somewhere.")
  expect(question.detail).toContain("press Enter where kibitz web runs")
  expect(placeOf(web)).toBe("http://127.0.0.1:41873/")
})

test("F18: where there is no window to bring forward, none is promised", () => {
  const without = ["Open read-only", "Quit"]
  for (const holder of [
    null,
    { ...web, program: "rpc", address: null },
    { ...web, program: "desktop", address: null },
  ] as const) {
    expect([labels(holder), placeOf(holder)]).toEqual([without, null])
  }
})

test("only a journal that is held is asked about", () => {
  const failure = (kind: string) => Object.assign(new Error("x"), { name: "StorageFailure", kind })
  expect(["busy", "corrupt", "full"].map((kind) => isHeld(failure(kind)))).toEqual([true, false, false])
  expect([isHeld(Object.assign(new Error("x"), { kind: "busy" })), isHeld("busy")]).toEqual([false, false])
})
