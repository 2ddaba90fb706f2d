import { expect, test } from "vitest"
import { closedWhy, looksOf } from "./closed.ts"

test("F18: why nothing can be changed, and what to do, while another Kibitz has the project and afterwards", () => {
  const at = "2026-01-01T00:00:00Z" as never
  expect(closedWhy(undefined)).toBeNull()
  expect(closedWhy({ at, isHeld: true })).toBe("Read-only: another Kibitz has this project open. Do it there.")
  expect(closedWhy({ at, isHeld: true, unknown: "Entry 7 is …" })).toBe(
    "Read-only: a newer Kibitz wrote to this project. Update Kibitz to work in it.",
  )
  expect(closedWhy({ at, isHeld: false })).toBe("Read-only: start Kibitz again to work in this project.")
})

test("F18: theme and text size are of the screen that looks; nothing that is asked for with them is", () => {
  expect(looksOf({ type: "settings.change", patch: { theme: "dark" } })).toEqual({ theme: "dark" })
  expect(looksOf({ type: "settings.change", patch: { textSize: 120 } })).toEqual({ textSize: 120 })
  expect(looksOf({ type: "settings.change", patch: { theme: "dark", planningNetwork: false } })).toBeNull()
  expect(looksOf({ type: "journal.reload" })).toBeNull()
})
