// What a line is completed to, and what is said about a word that is no command.

import { describe, expect, it } from "vitest"
import { agentAt, sampleWorld } from "../testing/sample-world.ts"
import { completeSlash } from "./complete.ts"
import { editDistance, nearest } from "./nearest.ts"
import type { SlashEffect } from "./parts/command.ts"
import { readSlash } from "./read.ts"
import { slashCommands } from "./table.ts"

const world = sampleWorld([{}, {}])
const jake = agentAt(world)

function read(line: string, at = world, agent = jake): SlashEffect | string {
  const reading = readSlash(line, at, agent)
  return reading.ok ? reading.effect : reading.message
}

describe("a word that is no command", () => {
  it.each([
    ["/stauts", "/status"],
    ["/exceute", "/execute"],
    ["/modle", "/mode"],
    ["/perm", "/permission-profile"],
    ["/hlep me", "/help"],
    ["/leaf-blower", null],
    ["/xyzzyxyzzy", null],
  ])("%s is refused, with what may have been meant", (line, meant) => {
    const answer = read(line)
    expect(answer).toContain(`There is no ${line.split(" ")[0]}.`)
    if (meant) expect(answer).toContain(`Did you mean ${meant}?`)
    else expect(answer).not.toContain("Did you mean")
  })

  it("/sf answers as it should", () => {
    for (const line of ["/sf", "/sf status"])
      expect(read(line)).toBe("There is no /sf. Type the command by itself, for example /status.")
  })

  it("counts changes of a letter", () => {
    expect([
      editDistance("", "abc"),
      editDistance("abc", "abc"),
      editDistance("ab", "ba"),
      editDistance("kitten", "sitting"),
    ]).toEqual([3, 0, 1, 3])
    expect(nearest("x".repeat(10_000), ["status"])).toBeNull()
  })
})

describe("completion", () => {
  const names = (text: string) => completeSlash(text).items.map(({ name }) => name)

  it("lists commands while the name is typed", () => {
    expect(names("/")).toEqual(slashCommands.map(({ name }) => name))
    expect(names("/mod")).toEqual(["mode", "model-mode", "model"])
    expect(completeSlash("/mod").ghost).toBe(`e ${slashCommands[0]?.hint}`)
    expect(names("/model")[0]).toBe("model")
    expect(completeSlash("/model").ghost).toBe(" [name]")
    expect(names("/profile")).toEqual(["permission-profile"])
    expect(completeSlash("/stat")).toMatchObject({ items: [{ name: "status", hint: "" }], ghost: "us" })
    expect(completeSlash("/zzz")).toEqual({ items: [], ghost: "" })
    expect(completeSlash("hello")).toEqual({ items: [], ghost: "" })
    expect(completeSlash("/usr/bin")).toEqual({ items: [], ghost: "" })
  })

  it("gives the hint and the values of what follows", () => {
    expect(names("/mode ")).toEqual(["chat", "plan", "build", "review", "repair", "research"])
    expect(completeSlash("/mode ").ghost).toBe(slashCommands[0]?.hint)
    expect(names("/mode re")).toEqual(["review", "repair", "research"])
    expect(completeSlash("/mode re").ghost).toBe("view")
    expect(names("/mode build ")).toEqual(["--autonomous", "--permission-profile", "--model-mode"])
    expect(completeSlash("/mode build --autonomous ").ghost).toBe("[--permission-profile p] [--model-mode m]")
    expect(names("/mode build --autonomous --permission-profile ")).toEqual(["restricted", "normal", "trusted", "unrestricted"])
    expect(names("/mode build --m")).toEqual(["--model-mode"])
    expect(names("/steer ph")).toEqual([])
    expect(names("/steer model-mode ")).toEqual(["fast", "smart", "deep"])
    expect(names("/steer model-mode deep after")).toEqual(["after-current-tool", "after-current-unit"])
    expect(names("/help for")).toEqual(["forensics"])
    expect(completeSlash("/execute ").ghost).toBe("[goal]")
    expect(completeSlash("/execute do").ghost).toBe("")
    expect(completeSlash("/spawn Ed ").ghost).toBe("[assignment]")
    expect(completeSlash("/nonsense ")).toEqual({ items: [], ghost: "" })
  })

  it("never offers the second unrestricted: that word has to be typed", () => {
    expect(completeSlash("/permission-profile unrestricted ")).toEqual({ items: [], ghost: "" })
    expect(completeSlash("/permission-profile unrestricted u")).toEqual({ items: [], ghost: "" })
  })
})
