import type { AgentId } from "@kibitz/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type CallSlots, callLimits, callSlots } from "./call-slots.ts"
import type { Place } from "./slots.ts"

const PROCESSORS = 2
const { program, other } = callLimits(PROCESSORS)
const opened = (present: AgentId[] = []) =>
  callSlots(PROCESSORS, { pathOf: (agentId) => (agentId === "root" ? [] : [agentId]), present: () => present })
const asks = (slots: CallSlots, name: string, count: number, capability = "bash"): Place[] =>
  Array.from({ length: count }, () => slots.ask(name as AgentId, capability))
const running = (places: readonly Place[]) => places.filter((place) => place.held()).length

describe("how many calls run at once", () => {
  it.each([
    [1, 4, 16],
    [2, 4, 16],
    [8, 8, 32],
    [64, 16, 256],
  ])("T30 on %d processors: %d commands of one agent, %d of all", (processors, ofAgent, ofAll) => {
    expect(callLimits(processors).program).toEqual({ ofAgent, ofAll, further: ofAll / 2 })
  })

  it("T30 of a reply with a thousand commands as many run as may, in their order, and another agent's begins at once", () => {
    const slots = opened()
    const thousand = asks(slots, "a", 1_000)
    expect(thousand.findIndex((place) => !place.held())).toBe(program.ofAgent)
    expect(running(thousand)).toBe(program.ofAgent)
    expect(running(asks(slots, "b", 1))).toBe(1)
    thousand[1]?.leave()
    expect(thousand.slice(0, 6).map((place) => place.held())).toEqual([true, false, true, true, true, false])
  })

  it("T30 long lists take at most half of all places; the other half is for agents of which nothing runs", () => {
    const slots = opened()
    const names = ["a", "b", "c", "d"]
    const greedy = names.flatMap((name) => asks(slots, name, 100))
    const free = program.ofAll - running(greedy)
    expect(free).toBe(program.ofAll / 2 - names.length)
    const others = Array.from({ length: free }, (_, at) => asks(slots, `other-${at}`, 1)).flat()
    expect(running(others)).toBe(free)
    expect(running(asks(slots, "late", 1))).toBe(0)
  })

  it("T30 reading files does not wait for commands, nor commands for files", () => {
    const slots = opened()
    for (let at = 0; at < program.ofAll; at += 1) asks(slots, `agent-${at}`, 1)
    expect(running(asks(slots, "reader", 100, "read_file"))).toBe(other.ofAgent)
    expect(running(asks(slots, "agent-0", 1, "git_status"))).toBe(0)
  })

  it("the agent the user looks at is next, and a call nobody wants any more is out of the line", () => {
    const slots = opened(["seen" as AgentId])
    const busy = Array.from({ length: program.ofAll }, (_, at) => asks(slots, `agent-${at}`, 1)).flat()
    const [early] = asks(slots, "early", 1)
    const [gone] = asks(slots, "gone", 1)
    const [seen] = asks(slots, "seen", 1)
    busy[0]?.leave()
    expect([early?.held(), seen?.held()]).toEqual([false, true])
    gone?.leave()
    busy[1]?.leave()
    busy[2]?.leave()
    expect([early?.held(), gone?.held()]).toEqual([true, false])
  })

  it("whatever is asked for and ends: never more than may, never an agent that could run something and does not, and everybody's turn comes", async () => {
    const step = fc.record({ agent: fc.nat(11), count: fc.nat(8), ends: fc.array(fc.nat(60), { maxLength: 6 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const slots = opened()
        const all: { readonly name: string; readonly place: Place; over: boolean }[] = []
        const holds = () => {
          const open = all.filter(({ over }) => !over)
          const by = (name: string) => open.filter((one) => one.name === name)
          const runs = open.filter(({ place }) => place.held())
          expect(runs.length).toBeLessThanOrEqual(program.ofAll)
          for (const name of new Set(open.map((one) => one.name))) {
            const own = by(name)
            const ownRuns = own.filter(({ place }) => place.held()).length
            expect(ownRuns).toBeLessThanOrEqual(program.ofAgent)
            // With a place to spare, nobody of whom nothing runs is kept waiting.
            if (ownRuns === 0) expect(runs.length).toBe(program.ofAll)
            const firstWaiting = own.findIndex(({ place }) => !place.held())
            if (firstWaiting >= 0)
              expect(own.slice(firstWaiting).filter(({ place }) => place.held()).length).toBeLessThanOrEqual(1)
          }
        }
        for (const { agent, count, ends } of steps) {
          for (const place of asks(slots, `agent-${agent}`, count)) all.push({ name: `agent-${agent}`, place, over: false })
          for (const end of ends) {
            const one = all[end]
            if (!one || one.over) continue
            one.over = true
            one.place.leave()
          }
          holds()
        }
        for (let next = nextOf(all); next; next = nextOf(all)) {
          next.over = true
          next.place.leave()
          await next.place.settled
          holds()
        }
        expect(all.every(({ over }) => over)).toBe(true)
      }),
    )
  })
})

/** One that runs: as long as somebody waits there is one. */
function nextOf<T extends { readonly place: Place; readonly over: boolean }>(all: readonly T[]): T | undefined {
  return all.find(({ place, over }) => !over && place.held())
}
