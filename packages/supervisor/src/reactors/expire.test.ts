import type { AttentionItem, Event, InternalCommand, ItemId, World } from "@kibitz/contract"
import { jakeId, toInstant } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { fixedChance, manualClock } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { timerQueue } from "../scheduler/timer-queue.ts"
import { expireItems } from "./expire.ts"

function opened() {
  const clock = manualClock()
  const timers = timerQueue(clock, fixedChance(0.5))
  const reported: InternalCommand[] = []
  const expiry = expireItems(timers, clock, (command) => reported.push(command))
  const item = (id: string, minutes: number) => {
    const expiresAt = toInstant(clock.now().add({ minutes }))
    return { kind: "phase-request", id: id as ItemId, agentId: jakeId, expiresAt } as AttentionItem
  }
  const follow = (...events: Event[]) => expiry.follow(events.map((event) => ({ seq: 1, at: toInstant(clock.now()), event })))
  const raise = (one: AttentionItem) => follow({ type: "attention.raised", agentId: jakeId, item: one })
  const expired = () => reported.flatMap((command) => (command.type === "attention.expire" ? [command.itemId] : []))
  return { clock, timers, expiry, item, raise, follow, expired }
}

describe("card law 8: what nobody answers", () => {
  it("ends when its time is over, and not before", () => {
    const { clock, item, raise, expired } = opened()
    raise(item("later", 20))
    raise(item("sooner", 10))
    clock.advance(10 * 60_000 - 1)
    expect(expired()).toEqual([])
    clock.advance(1)
    expect(expired()).toEqual(["sooner"])
    clock.advance(10 * 60_000)
    expect(expired()).toEqual(["sooner", "later"])
  })

  it("does not end once it is answered, and nothing waits for it any more", () => {
    const { clock, timers, item, raise, follow, expired } = opened()
    raise(item("one", 10))
    follow({ type: "attention.resolved", agentId: jakeId, itemId: "one" as ItemId, outcome: "allowed", note: "", visibleMs: 0 })
    expect(timers.size()).toBe(0)
    clock.advance(3_600_000)
    expect(expired()).toEqual([])
  })

  it("F31 what ran out while Kibitz was closed or the computer slept ends at once, all of it", () => {
    const { clock, expiry, item, expired } = opened()
    const attention = { a: item("a", -5), b: item("b", -500), c: item("c", 120) } as unknown as World["attention"]
    expiry.start({ ...emptyWorld, attention })
    clock.advance(0)
    expect(expired()).toEqual(["a", "b"])
    clock.setWallClock(clock.now().add({ hours: 8 }))
    clock.advance(60_000)
    expect(expired()).toEqual(["a", "b", "c"])
  })

  it("F30 a clock that is set back gives the time back, as the rule that ends it goes by that clock too", () => {
    const { clock, item, raise, expired } = opened()
    raise(item("one", 10))
    clock.setWallClock(clock.now().subtract({ minutes: 30 }))
    clock.advance(10 * 60_000)
    expect(expired()).toEqual([])
    clock.advance(30 * 60_000)
    expect(expired()).toEqual(["one"])
  })
})
