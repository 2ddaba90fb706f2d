// The commands that move the user: read the same everywhere, run only where there is a window.
import { describe, expect, it } from "vitest"
import { rules } from "../testing/rules.ts"
import { agentAt, sampleMoment, sampleWorld } from "../testing/sample-world.ts"
import { completeSlash } from "./complete.ts"
import { decideSlash } from "./decide.ts"
import { readSlash } from "./read.ts"
import { slashCommands } from "./table.ts"

const world = sampleWorld([{}, { name: "Ed" }, { name: "Noa", standing: { kind: "dismissed", at: sampleMoment().at } }])
const jake = agentAt(world)

function read(line: string) {
  const reading = readSlash(line, world, jake)
  return reading.ok ? reading.effect : reading.message
}

describe("going about a window", () => {
  it.each([
    ["/join", "agent", ""],
    ["/join ed", "agent", "a1"],
    ["/join @Ed", "agent", "a1"],
    ["/leave", "overview", ""],
    ["/leave Ed", "overview", "a1"],
    ["/attend", "attention", ""],
    ["/attend ed", "attention", "a1"],
    ["/split", "split", ""],
    ["/split a1", "split", "a1"],
    ["/pop", "pop-out", ""],
    ["/pin 9", "pin", "9"],
    ["/snooze tomorrow", "snooze", "tomorrow"],
  ])("%s", (line, to, argument) => {
    expect(read(line)).toEqual({ kind: "go", to, argument })
  })

  it.each([
    ["/join Edd", 'There is no agent "Edd".'],
    ["/split Noa", "Noa is dismissed; there is no chat to go to."],
    ["/leave now", 'There is no agent "now".'],
    ["/attend Edd", 'There is no agent "Edd".'],
    ["/pop Ed", "Type it like this: /pop"],
    ["/pin", "Type it like this: /pin <1-9>"],
    ["/pin 0", "Type it like this: /pin <1-9>"],
    ["/pin 10", "Type it like this: /pin <1-9>"],
    ["/snooze", "Type it like this: /snooze <5m|30m|tomorrow>"],
    ["/snooze 7m", "Type it like this: /snooze <5m|30m|tomorrow>"],
  ])("%s is refused and goes nowhere", (line, message) => {
    expect(read(line)).toBe(message)
  })

  it.each(["/join", "/leave", "/attend", "/split Ed", "/pop", "/pin 1", "/snooze 5m"])("%s needs a window", (line) => {
    const decision = decideSlash(world, jake, { type: "slash.run", agentId: jake.id, line }, sampleMoment(), rules)
    expect(decision).toEqual({
      rejection: { kind: "unavailable", message: `${line.split(" ")[0]} moves you about a window; use it in a window.` },
    })
  })

  it("offers the values that may follow", () => {
    expect(completeSlash("/pin ").items.map(({ name }) => name)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    expect(completeSlash("/snooze t")).toMatchObject({ items: [{ name: "tomorrow" }], ghost: "omorrow" })
    expect(completeSlash("/join ").ghost).toBe("[agent]")
  })
})

describe("what is asked of the host", () => {
  it("is everything but showing and going, and putting off", () => {
    const of = (isLocal: boolean) => slashCommands.flatMap((command) => (command.isLocal === isLocal ? [command] : []))
    const kinds = (isLocal: boolean) =>
      new Set(
        of(isLocal).flatMap(({ name, hint }) => {
          const effect = read(hint.startsWith("<1-9") ? `/${name} 1` : `/${name}`)
          return typeof effect === "string" ? [] : [effect.kind]
        }),
      )
    expect(kinds(true)).toEqual(new Set(["go", "view"]))
    expect([...kinds(false)]).not.toContain("view")
    expect(of(false).map(({ name }) => name)).toContain("snooze")
  })
})
