// "@name …": whom a line is for.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isSlash } from "../kernel/slash-line.ts"
import { sampleWorld } from "../testing/sample-world.ts"
import { targetOf } from "./read.ts"

// Jake, a1 "Ed", a2 "Ed 2", a3 "API squad", and a4 which calls itself like the id of another.
const world = sampleWorld([{}, { name: "Ed" }, { name: "Ed 2" }, { name: "API squad" }, { name: "a1" }])

describe("whom a line is for", () => {
  it.each([
    ["@Ed /status", "a1", "/status"],
    ["@ed hello\nthere", "a1", "hello\nthere"],
    ["  @ED", "a1", ""],
    ["@Ed, look", "a1", "look"],
    ["@Ed: look", "a1", "look"],
    ["@Ed 2 look", "a2", "look"],
    ["@Ed 22 things", "a1", "22 things"],
    ["@api squad /next", "a3", "/next"],
    ["@a2 look", "a2", "look"],
    ["@a1 look", "a1", "look"],
    ["@jake   x", "jake", "x"],
  ])("%j", (text, agentId, rest) => {
    expect(targetOf(text, world)).toEqual({ agentId, rest })
  })

  it.each([
    ["@Edd hi", 'There is no agent "Edd". Did you mean @Ed?'],
    ["@API sqaud hi", 'There is no agent "API". Did you mean @API squad?'],
    ["@Jkae: hi", 'There is no agent "Jkae". Did you mean @Jake?'],
    ["@zzzzzz hi", 'There is no agent "zzzzzz".'],
    [`@${"z".repeat(500)}`, `There is no agent "${"z".repeat(39)}…".`],
  ])("%j is nobody", (text, unknown) => {
    expect(targetOf(text, world)).toEqual({ unknown })
  })

  it.each(["", "hello @Ed", "/status", "@", "@ Ed", "@@Ed", "@types/node is missing", "@/lib", "@(x)"])(
    "%j names nobody",
    (text) => {
      expect(targetOf(text, world)).toBeNull()
    },
  )

  it("what is left of a command is a command, and any text can be asked", () => {
    const target = targetOf("@API squad /mode build", world)
    expect(target && "rest" in target && isSlash(target.rest)).toBe(true)
    fc.assert(
      fc.property(fc.tuple(fc.constantFrom("", "Ed", "ed ", "API squad", "a1: "), fc.string()), ([name, said]) => {
        const text = `${name}${said}`
        const found = targetOf(`@${text}`, world)
        if (found && "rest" in found) expect(text.endsWith(found.rest)).toBe(true)
      }),
    )
  })
})
