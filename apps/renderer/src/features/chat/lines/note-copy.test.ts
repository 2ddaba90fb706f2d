import { expect, test } from "vitest"
import { reportHeading } from "./note-copy.ts"

test("above the words of one below stands whose they are, and that it is a question where it is one", () => {
  expect([reportHeading("Ed", null), reportHeading("Ed", "Ed, Flo"), reportHeading(null, null)]).toEqual([
    "Report from Ed",
    "Question from Ed, Flo",
    "Report",
  ])
})
