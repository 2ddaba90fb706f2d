import { sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { everything } from "./audit-filters.tsx"
import { isAbout, readQuery } from "./audit-query.ts"

const world = sampleTeam([
  { id: "jake", name: "Jake" },
  { id: "a1", name: "Ed" },
  { id: "a2", name: "Auth lead" },
])
const read = (text: string) => readQuery({ ...everything, text }, world)

test("typed words narrow the log, in any order and case; the rest is text", () => {
  expect(read("agent:Ed axis:permission since:today")).toEqual({
    wish: { ...everything, agentId: "a1", kind: "transition", since: "today" },
    axis: "permissionProfile",
  })
  expect(read('npm KIND:answers install agent:"auth lead"').wish).toEqual({
    ...everything,
    agentId: "a2",
    kind: "answer",
    text: "npm install",
  })
})

test("what names nothing known is text, and what is no word of the filter is left as it is", () => {
  for (const text of ["agent:Nobody", "since:1999", "axis:colour", "http://agent:8080", "kind:"]) {
    expect(read(text)).toEqual({ wish: { ...everything, text }, axis: null })
  }
})

test("what is typed goes before what was chosen beside it", () => {
  const chosen = { ...everything, agentId: "jake" as never, kind: "receipt" as const, text: "agent:ed" }
  expect(readQuery(chosen, world).wish).toMatchObject({ agentId: "a1", kind: "receipt", text: "" })
})

test("an axis is met by its own changes, and by those taken back together", () => {
  expect(isAbout({ rule: "phase", facts: {} }, "phase")).toBe(true)
  expect(isAbout({ rule: "workMode", facts: {} }, "phase")).toBe(false)
  expect(isAbout({ rule: "dropped", facts: { axes: ["phase"] } }, "phase")).toBe(true)
  expect(isAbout({ rule: "anything", facts: {} }, null)).toBe(true)
})
