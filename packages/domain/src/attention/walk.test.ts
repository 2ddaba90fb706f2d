// The next-attention key on a clock the test turns (U3).
import type { AttentionItem } from "@kibitz/contract"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { noTally } from "../team/tally.ts"
import { orderItems } from "./order.ts"
import { nobodyNeedsYou, noWalk, type Press, pressBack, pressNext, type Walk } from "./walk.ts"

const world = sampleTeam([{ id: "jake" }])
const order = (...items: readonly AttentionItem[]) =>
  orderItems(items, { now: teamTime, world, lastAnswer: null, visited: new Map(), pinned: new Set() })
const help = (id: string, batch: string | null = null) => sampleItem("question", { id, agentId: "jake", batch })
const urgent = (id: string) => sampleItem("provider", { id, agentId: "jake" })
const three = order(help("a"), help("b"), help("c"))

function walker() {
  let walk: Walk = noWalk
  const after = ({ walk: next, target }: Press) => {
    walk = next
    return target?.id ?? null
  }
  return {
    next: (now: number, list: typeof three) => after(pressNext(walk, now, list)),
    back: (now: number, list: typeof three) => after(pressBack(walk, now, list)),
  }
}

describe("U3 the next-attention key", () => {
  it("goes to the most urgent, walks on with each press, and round the end", () => {
    const { next } = walker()
    expect([next(0, three), next(100, three), next(200, three), next(300, three)]).toEqual(["a", "b", "c", "a"])
  })

  it("walks the list as it was: a newcomer does not slide under the finger, not even one that stops the line", () => {
    const { next } = walker()
    expect(next(0, three)).toBe("a")
    const more = order(urgent("z"), help("a"), help("b"), help("c"))
    expect([next(3_999, more), next(7_998, more)]).toEqual(["b", "c"])
  })

  it("looks anew four seconds after the last press", () => {
    const { next } = walker()
    const more = order(urgent("z"), help("a"), help("b"), help("c"))
    expect([next(0, three), next(3_999, more), next(7_999, more)]).toEqual(["a", "b", "z"])
  })

  it("skips what was resolved meanwhile, also under the foot", () => {
    const { next } = walker()
    next(0, three)
    expect(next(10, order(help("a"), help("c")))).toBe("c")
    expect(next(20, order(help("a")))).toBe("a")
  })

  it("walks back, and begins at the end when that is pressed first", () => {
    const { next, back } = walker()
    expect([next(0, three), next(1, three), back(2, three), back(3, three)]).toEqual(["a", "b", "a", "c"])
    expect(walker().back(0, three)).toBe("c")
  })

  it("back leads to where one was, over orders that were frozen anew, past what is resolved; then the order counts", () => {
    const { next, back } = walker()
    expect(next(0, three)).toBe("a")
    const behind = [...order(help("b"), help("c")), ...order(help("a"))]
    expect([next(5_000, behind), next(10_000, behind.toReversed())]).toEqual(["b", "a"])
    expect(back(15_000, behind)).toBe("b")
    expect(back(20_000, order(help("b"), help("c")))).toBe("c")
  })

  it("keeps equal ones together when the oldest of them is resolved", () => {
    const { next } = walker()
    next(0, order(help("a"), help("b", "same"), help("c", "same")))
    expect(next(1, order(help("a"), help("c", "same")))).toBe("c")
  })

  it("shows what has come since when nothing of the list is left", () => {
    const { next } = walker()
    next(0, three)
    expect(next(1, order(help("d")))).toBe("d")
  })

  it("says so when nobody waits, and is not frozen by that", () => {
    const { next } = walker()
    expect(next(0, [])).toBeNull()
    expect(next(1, three)).toBe("a")
    expect(nobodyNeedsYou(world)).toBe("Nobody needs you. Nobody works.")
    const busy = { ...noTally, agents: 48, working: 47, waiting: 1 }
    expect(nobodyNeedsYou(sampleTeam([{ id: "jake", tally: busy }]))).toBe("Nobody needs you. 47 working.")
  })

  it("visits everyone of a list that stands still exactly once before anyone again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.boolean(), (count, backwards) => {
        const list = order(...Array.from({ length: count }, (_, at) => help(`i${at}`)))
        const { next, back } = walker()
        const press = backwards ? back : next
        const seen = list.map((_, at) => press(at, list))
        expect([...seen].sort()).toEqual(list.map(({ id }) => id).sort())
      }),
    )
  })
})
