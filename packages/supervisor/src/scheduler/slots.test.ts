import type { AgentId } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Place, requestSlots } from "./slots.ts"

/** Agents are named for where they are: "a.b.1" is below "a.b", and that below "a". The root is "root". */
const pathOf = (agentId: AgentId): AgentId[] => {
  const words = agentId === "root" ? [] : agentId.split(".")
  return words.map((_, at) => words.slice(0, at + 1).join(".") as AgentId)
}

function opened(limit: number, present: AgentId[] = []) {
  const state = { limit, present }
  const slots = requestSlots({ limit: () => state.limit, pathOf, present: () => state.present })
  const places = new Map<string, Place>()
  const ask = (...names: string[]) => {
    for (const name of names) places.set(name, slots.ask(name as AgentId))
  }
  const running = () => [...places].filter(([, place]) => place.held()).map(([name]) => name)
  return { state, slots, ask, running, leave: (name: string) => places.get(name)?.leave(), places }
}

describe("slots", () => {
  it("no more run than may, and the next goes when one is over", async () => {
    const { ask, running, leave, places } = opened(2)
    ask("a.1", "a.2", "a.3")
    expect(running()).toEqual(["a.1", "a.2"])
    leave("a.1")
    await places.get("a.3")?.settled
    expect(running()).toEqual(["a.2", "a.3"])
    leave("a.1")
    expect(running()).toEqual(["a.2", "a.3"])
  })

  it("with a single place, one that comes after a hundred of another team is next, not last", () => {
    const { ask, running, leave } = opened(1)
    ask(...Array.from({ length: 100 }, (_, index) => `a.${index}`))
    ask("b.1")
    leave("a.0")
    expect(running()).toEqual(["b.1"])
    leave("b.1")
    expect(running()).toEqual(["a.1"])
  })

  it("a branch with a hundred waiting does not starve one with a single agent", () => {
    const { ask, running, leave } = opened(4)
    ask(...Array.from({ length: 100 }, (_, index) => `a.${index}`))
    ask("b.1")
    expect(running()).toHaveLength(4)
    leave("a.0")
    expect(running()).toContain("b.1")
  })

  it("and neither does a team inside of the same branch, nor those below an agent the agent itself", () => {
    const { ask, running, leave } = opened(2)
    ask(...Array.from({ length: 100 }, (_, index) => `a.large.${index}`))
    ask("a.small.1", "a", "root")
    leave("a.large.0")
    expect(running()).toEqual(["a.large.1", "root"])
    leave("a.large.1")
    expect(running()).toEqual(["a.small.1", "root"])
    leave("a.small.1")
    expect(running()).toEqual(["a", "root"])
    leave("a")
    expect(running()).toContain("a.large.2")
  })

  it("the one the user is with goes first, though it came last", () => {
    const { ask, running, leave } = opened(1, ["a.9" as AgentId])
    ask("a.1", "b.1", "a.9")
    leave("a.1")
    expect(running()).toEqual(["a.9"])
  })

  it("giving up while waiting frees the place, and takes no slot", async () => {
    const { ask, running, leave, slots, places } = opened(1)
    ask("a.1", "a.2", "a.3")
    leave("a.2")
    await places.get("a.2")?.settled
    expect(slots.waiting()).toBe(1)
    leave("a.1")
    expect([running(), slots.running()]).toEqual([["a.3"], 1])
  })

  it("a limit that is raised lets more go at once; one that is lowered cuts nobody off", () => {
    const { ask, running, slots, state, leave } = opened(1)
    ask("a.1", "a.2", "b.1")
    state.limit = 2
    slots.refill()
    expect(running()).toEqual(["a.1", "b.1"])
    state.limit = 1
    leave("a.1")
    expect(running()).toEqual(["b.1"])
    leave("b.1")
    expect(running()).toEqual(["a.2"])
  })

  it("two that come back again and again leave a waiting team its share: one place of three", () => {
    const { slots } = opened(1)
    const got = new Map<string, number>()
    const running: { name: string; place: Place }[] = []
    const waiting = [...Array.from({ length: 100 }, (_, index) => `team.${index}`), "b", "c"].map((name) => ({
      name,
      place: slots.ask(name as AgentId),
    }))
    for (let round = 0; round < 60; round += 1) {
      const at = waiting.findIndex(({ place }) => place.held())
      running.push(...waiting.splice(at, 1))
      const [over] = running.splice(0, 1)
      if (!over) break
      const part = over.name.split(".")[0] ?? ""
      got.set(part, (got.get(part) ?? 0) + 1)
      over.place.leave()
      if (part !== "team") waiting.push({ name: over.name, place: slots.ask(over.name as AgentId) })
    }
    expect([...got]).toEqual([
      ["team", 20],
      ["b", 20],
      ["c", 20],
    ])
  })

  it("however many come back again and again, nobody who waits is passed over for ever", () => {
    const word = fc.constantFrom("a", "b", "c")
    const name = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join("."))
    const team = fc.uniqueArray(name, { minLength: 3, maxLength: 5 })
    const pauses = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), team, pauses, (limit, names, rests) => {
        const { slots } = opened(limit)
        // Two levels of at most four parts each; every part may have as many running as there are places.
        const longest = 4 * limit * 4 * limit
        let open = names.map((name) => ({ name, place: slots.ask(name as AgentId), since: 0 }))
        const resting: { name: string; until: number }[] = []
        for (let step = 1; step <= 2 * longest + 20; step += 1) {
          const over = open.find(({ place }) => place.held())
          if (over) {
            open = open.filter((one) => one !== over)
            over.place.leave()
            resting.push({ name: over.name, until: step + (rests[step % rests.length] ?? 0) })
          }
          for (const { name } of resting.filter(({ until }) => until <= step)) {
            open.push({ name, place: slots.ask(name as AgentId), since: step })
          }
          resting.splice(0, resting.length, ...resting.filter(({ until }) => until > step))
          for (const { place, since } of open) if (!place.held()) expect(step - since).toBeLessThanOrEqual(longest)
        }
      }),
      { numRuns: 500 },
    )
  })

  it("whatever comes and goes: never above the limit, none idle while somebody waits, and every slot goes to the poorest part, on each level", () => {
    const word = fc.constantFrom("a", "b", "c")
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("."))
    const step = fc.oneof(fc.record({ ask: name }), fc.record({ leave: fc.nat(99) }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 120, size: "max" }), (limit, steps) => {
        const { slots } = opened(limit)
        const open: { name: string; order: number; place: Place }[] = []
        const served = new Map<string, number>()
        let order = 0
        let places = 0
        const serves = (name: string) => {
          places += 1
          for (const room of roomsOf(name)) served.set(room, places)
        }
        for (const todo of steps) {
          const before = open.map((one) => ({ ...one, held: one.place.held() }))
          if ("ask" in todo) {
            const place = slots.ask(todo.ask as AgentId)
            open.push({ name: todo.ask, order: order++, place })
            if (place.held()) serves(todo.ask)
          } else if (open.length > 0) {
            const at = todo.leave % open.length
            const [gone] = open.splice(at, 1)
            const left = before.filter((_, index) => index !== at)
            gone?.place.leave()
            const next = open.find((one) => one.place.held() && !left.find(({ order: its }) => its === one.order)?.held)
            if (next) {
              expect(next.order).toBe(entitled(left, "", served))
              serves(next.name)
            }
          }
          const isWaitingIn = (room: string) => open.some(({ name, place }) => !place.held() && isInside(name, room))
          for (const room of served.keys()) {
            if (!open.some(({ name }) => isInside(name, room)) && !isWaitingIn(roomAbove(room))) served.delete(room)
          }
          const held = open.filter((one) => one.place.held()).length
          expect(held).toBe(Math.min(limit, open.length))
          expect([slots.running(), slots.waiting()]).toEqual([held, open.length - held])
        }
      }),
      { numRuns: 500 },
    )
  })
})

type One = { readonly name: string; readonly order: number; readonly held: boolean }

/** Every part of the tree an agent is in, itself included. */
function roomsOf(name: string): string[] {
  return [...pathOf(name as AgentId), `${name}.itself`]
}

/** "": the whole tree. */
function isInside(name: string, room: string): boolean {
  return room === "" || roomsOf(name).includes(room)
}

function roomAbove(room: string): string {
  return room.split(".").slice(0, -1).join(".")
}

/** By the words of the rule, over a plain list: whose turn it is among those inside of `room`. */
function entitled(all: readonly One[], room: string, served: ReadonlyMap<string, number>): number {
  const inside = all.filter(({ name }) => isInside(name, room))
  const partOf = ({ name }: One) => roomsOf(name)[room === "" ? 0 : room.split(".").length] ?? ""
  const waitingOf = (those: readonly One[]) => those.filter(({ held }) => !held)
  const oldest = (those: readonly One[]) => Math.min(...waitingOf(those).map((one) => one.order))
  const rank = ([part, those]: readonly [string, readonly One[]]) =>
    [those.length - waitingOf(those).length, served.get(part) ?? 0, oldest(those)] as const
  const parts = [...Map.groupBy(inside, partOf)].filter(([, those]) => waitingOf(those).length > 0)
  const [part, those] = parts.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2]
  })[0] ?? ["", []]
  return part.endsWith(".itself") ? oldest(those) : entitled(inside, part, served)
}
