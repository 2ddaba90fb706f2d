// The order in which follow-up rules run, and that they come to an end.
import type { Event, World } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { type FollowUp, followUp, followUpsOf, MOST_STEPS, type Stage } from "./follow-ups.ts"
import type { Moment } from "./outcome.ts"

const event = (type: string) => ({ type }) as unknown as Event
const types = (events: readonly Event[]) => events.map(({ type }) => type as string)

/** After each of these events: another one. */
function rule(stage: Stage, on: string, adds: string, more: Partial<FollowUp> = {}): FollowUp {
  const name = `${on} adds ${adds}`
  const declared: FollowUp = { name, stage, on: [on] as never, find: (events) => events, run: () => [event(adds)] }
  return followUp({ ...declared, ...more })
}

function follow(rules: readonly FollowUp[], own: readonly string[], command = "x") {
  let folded = 0
  const run = followUpsOf(rules, (world, events) => {
    folded += events.length
    return world
  })
  const events = run({} as World, { type: command } as never, own.map(event), {} as Moment)
  return { types: types(events), folded }
}

describe("follow-up rules", () => {
  it("run stage by stage, and within one in the order of the concepts", () => {
    const rules = [rule("rounds", "a", "r1"), rule("rounds", "a", "r2"), rule("changes", "a", "c1"), rule("changes", "a", "c2")]
    expect(follow(rules, ["a"]).types).toEqual(["a", "c1", "c2", "r1", "r2"])
  })

  it("see what every other rule added, whatever its stage and its place in the list", () => {
    const rules = [rule("changes", "c", "d"), rule("changes", "b", "c"), rule("changes", "a", "b"), rule("rounds", "d", "e")]
    expect(follow([rule("changes", "e", "f"), ...rules, rule("rounds", "f", "g")], ["a"]).types.join("")).toBe("abcdefg")
  })

  it("of changes run before the next round", () => {
    const rules = [rule("changes", "b", "c"), rule("rounds", "a", "b"), rule("rounds", "b", "d")]
    expect(follow(rules, ["a"]).types.join("")).toBe("abcd")
  })

  it("see every event once", () => {
    const rules = [rule("changes", "a", "c"), rule("changes", "b", "x"), rule("rounds", "a", "b"), rule("rounds", "b", "b2")]
    expect(follow(rules, ["a", "a"]).types.join(" ")).toBe("a a c c b b x x b2 b2")
  })

  it("of rounds run until a round adds nothing", () => {
    const chain = [rule("rounds", "a", "b"), rule("rounds", "b", "c"), rule("rounds", "c", "d")]
    expect(follow(chain, ["a"]).types).toEqual(["a", "b", "c", "d"])
  })

  it("find in a round what they have to do before the first of them runs", () => {
    let round = 0
    const once = rule("rounds", "a", "b", { find: (events) => (events.length > 0 ? [round++] : []) })
    const other = rule("rounds", "a", "c", { find: () => (round < 2 ? [round++] : []) })
    expect(follow([once, other], ["a"]).types).toEqual(["a", "b", "c"])
  })

  it("spare a decision without consequences the second fold", () => {
    expect(follow([rule("rounds", "a", "b")], ["z"])).toEqual({ types: ["z"], folded: 0 })
    expect(follow([rule("rounds", "a", "b", { matters: () => false })], ["a"])).toEqual({ types: ["a"], folded: 0 })
  })

  it("of the last stage run after their command, whatever it decided", () => {
    const last = rule("last", "none", "end", { after: ["y"] as never, find: () => [null] })
    expect(follow([last], [], "y").types).toEqual(["end"])
    expect(follow([last], [], "x").types).toEqual([])
  })

  it.each(["changes", "rounds"] as const)("of stage %s that never end fail with an error", (stage) => {
    expect(() => follow([rule(stage, "a", "a")], ["a"])).toThrow("bug: follow-up rules do not end: a adds a")
  })

  it("that never end are named in the error, without those that ended", () => {
    const rules = [rule("changes", "a", "b"), rule("rounds", "b", "x"), rule("rounds", "x", "y"), rule("rounds", "y", "x")]
    expect(() => follow(rules, ["a"])).toThrow(/do not end: (x adds y, y adds x|y adds x, x adds y)$/)
  })

  it("that add more and more in each round fail before memory runs out", () => {
    const twice = rule("rounds", "a", "a", { run: () => [event("a"), event("a")] })
    expect(() => follow([twice], ["a"])).toThrow("do not end: a adds a")
  })

  it("may do a great deal as long as they end", () => {
    const own = Array.from({ length: MOST_STEPS / 2 }, () => "a")
    expect(follow([rule("rounds", "a", "b")], own).types).toHaveLength(MOST_STEPS)
  })
})
