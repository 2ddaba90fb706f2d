import { expect, test } from "vitest"
import { declaredIn } from "./signals.ts"

test("SIG-1: what is declared to Kibitz is said in words, not shown as a tag or a word of its own", () => {
  expect(declaredIn("I write that part first.\n\n<chorus>PROGRESS:30</chorus>", "chorus")).toEqual({
    text: "I write that part first.",
    said: ["says 30 % is done"],
  })
  expect(declaredIn("<chorus>BLOCKED: no key</chorus>", "chorus").said).toEqual(["says it is blocked: no key"])
  expect(declaredIn("All is written.\n\nDONE", "chorus")).toEqual({ text: "All is written.", said: ["says it is done"] })
  expect(declaredIn("Half of it <chorus>PROGRESS:50</chorus> is there.\n\nMore.", "chorus").text).toBe(
    "Half of it  is there.\n\nMore.",
  )
})

test("SIG-1: what is quoted, unknown, or of another tag stays text", () => {
  for (const text of [
    "```\n<chorus>COMPLETE</chorus>\n```",
    "Say `<chorus>COMPLETE</chorus>` at the end.",
    "<chorus>SING</chorus>",
    "<choir>COMPLETE</choir>",
    "Done.",
  ])
    expect(declaredIn(text, "chorus")).toEqual({ text, said: [] })
})

test("SIG-1: a tag that is still being written is not shown half", () => {
  for (const half of ["<", "<cho", "<chorus>", "<chorus>PROG", "<chorus>PROGRESS:80</cho"])
    expect(declaredIn(`So far.\n\n${half}`, "chorus", true).text.trim()).toBe("So far.")
  expect(declaredIn("a < b and so on", "chorus", true).text).toBe("a < b and so on")
})
