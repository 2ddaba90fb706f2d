import type { Instant } from "@kibitz/contract"
import { expect, it } from "vitest"
import { findLine, MOST_FOUND, searchFor, stepped, withFound } from "./find.ts"

const line = (seq: number) => ({ seq, key: `${seq}`, at: "2026-01-01T00:00:00.000Z" as Instant, by: "agent" as const, text: "x" })

it("begins at the newest line, counts from the top, and goes round once everything was looked through", () => {
  let find = withFound(searchFor("x"), { lines: [line(30), line(20)], older: 15 })
  expect([find.at, findLine(find)]).toEqual([0, "2 so far…"])
  expect(stepped(find, "down")).toBe(find)
  expect(stepped(stepped(find, "up"), "up").at).toBe(1)
  find = withFound(find, { lines: [line(20), line(10)], older: null })
  expect(findLine(find)).toBe("3 of 3")
  expect(findLine(stepped(find, "up"))).toBe("2 of 3")
  expect(findLine(stepped(find, "down"))).toBe("1 of 3")
  expect(findLine(stepped(stepped(find, "down"), "up"))).toBe("3 of 3")
})

it("says that it looks, that there is none, and that there are more than can be counted", () => {
  expect(findLine(searchFor(" "))).toBe("")
  expect(findLine(searchFor("x"))).toBe("Looking…")
  const none = withFound(searchFor("x"), { lines: [], older: null })
  expect([findLine(none), stepped(none, "up")]).toEqual(["No match", none])
  const many = withFound(searchFor("e"), { lines: Array.from({ length: 12_000 }, (_, n) => line(20_000 - n)), older: 5 })
  expect([many.older, findLine(many)]).toEqual([null, `${MOST_FOUND} of ${MOST_FOUND}+`])
})

it("whoever came for one line is led there, however far back; to the newest where it is not any more", () => {
  const first = withFound(searchFor("x", "10"), { lines: [line(30), line(20)], older: 15 })
  expect(first.at).toBe(null)
  expect(withFound(first, { lines: [line(10)], older: 5 }).at).toBe(2)
  expect(withFound(first, { lines: [], older: null }).at).toBe(0)
})
