import { type Instant, toInstant } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import { fixedChance, type ManualClock, manualClock } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { timerQueue } from "./timer-queue.ts"

const inMs = (clock: Clock, ms: number): Instant => toInstant(clock.now().add({ milliseconds: ms }))

/** A computer that sleeps: nothing rings meanwhile. `ticks` says whether its monotonic clock goes on, as it does on some systems. */
function suspendable(ticks: boolean) {
  const clock = manualClock()
  let slept = 0
  const waiting = new Map<() => void, { callback: () => void; cancel: () => void }>()
  const asleep: Clock & { suspend(ms: number): void } = {
    now: () => clock.now(),
    instant: () => clock.instant(),
    monotonic: () => clock.monotonic() + (ticks ? slept : 0),
    after(delayMs, callback) {
      const cancel = () => {
        waiting.get(cancel)?.cancel()
        waiting.delete(cancel)
      }
      const ring = () => {
        waiting.delete(cancel)
        callback()
      }
      waiting.set(cancel, { callback: ring, cancel: clock.after(delayMs, ring) })
      return cancel
    },
    suspend(ms) {
      slept += ms
      clock.setWallClock(clock.now().add({ milliseconds: ms }))
      if (!ticks) return
      // On waking, timers whose time has passed ring at once.
      for (const { callback, cancel } of [...waiting.values()]) {
        cancel()
        callback()
      }
    },
  }
  return { asleep, advance: (ms: number) => clock.advance(ms) }
}

type Step =
  | { readonly do: "after" | "at"; readonly key: number; readonly ms: number }
  | { readonly do: "cancel"; readonly key: number }
  | { readonly do: "pass"; readonly ms: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom("after" as const, "at" as const), key: fc.nat(12), ms: fc.nat(5_000) }),
    fc.record({ do: fc.constant("cancel" as const), key: fc.nat(12) }),
    fc.record({ do: fc.constant("pass" as const), ms: fc.nat(2_000) }),
  ),
  { maxLength: 60, size: "max" },
)

/** The same, as one would write it without caring what it costs. */
function naive(clock: ManualClock, rang: string[]) {
  const waiting = new Map<number, { due: number; order: number }>()
  let order = 0
  return {
    set: (key: number, ms: number) => waiting.set(key, { due: clock.monotonic() + ms, order: order++ }),
    cancel: (key: number) => waiting.delete(key),
    size: () => waiting.size,
    pass(ms: number) {
      const end = clock.monotonic() + ms
      const due = [...waiting].filter(([, one]) => one.due <= end)
      due.sort(([, one], [, other]) => one.due - other.due || one.order - other.order)
      for (const [key, one] of due) {
        waiting.delete(key)
        rang.push(`${key}@${one.due}`)
      }
    },
  }
}

describe("the timer queue", () => {
  it("rings for the same keys, at the same moments and in the same order as a naive list, with one timer of the clock", () => {
    fc.assert(
      fc.property(steps, (todo: readonly Step[]) => {
        const clock = manualClock()
        const queue = timerQueue(clock, fixedChance(0.5))
        const [rang, expected]: [string[], string[]] = [[], []]
        const model = naive(clock, expected)
        const cancels = new Map<number, () => void>()
        for (const step of todo) {
          if (step.do === "pass") {
            model.pass(step.ms)
            clock.advance(step.ms)
          } else if (step.do === "cancel") {
            model.cancel(step.key)
            cancels.get(step.key)?.()
          } else {
            const { key, ms } = step
            const ring = () => rang.push(`${key}@${clock.monotonic()}`)
            model.set(key, ms)
            cancels.set(key, step.do === "after" ? queue.after(ms, `k${key}`, ring) : queue.at(inMs(clock, ms), `k${key}`, ring))
          }
          expect(queue.size()).toBe(model.size())
          expect(clock.pending()).toBe(queue.size() > 0 ? 1 : 0)
        }
        expect(rang).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it("a key that is set again rings once, at the later setting", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0))
    const rang: string[] = []
    const stale = queue.after(10, "a", () => rang.push("first"))
    queue.after(30, "a", () => rang.push("second"))
    stale()
    clock.advance(100)
    expect(rang).toEqual(["second"])
  })

  it("one that always wants another moment does not hold up the others", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0))
    let rounds = 0
    const again = () => {
      if (++rounds < 5) queue.after(0, "again", again)
    }
    const order: number[] = []
    queue.after(1, "again", again)
    queue.after(1, "other", () => order.push(rounds))
    clock.advance(1)
    expect([order, rounds]).toEqual([[1], 5])
  })

  it("after stopping nothing rings and nothing can be added", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0))
    queue.after(1, "a", () => expect.fail("rang"))
    queue.stop()
    queue.after(1, "b", () => expect.fail("rang"))
    clock.advance(10)
    expect([queue.size(), clock.pending()]).toEqual([0, 0])
  })

  it("F30 a clock that is set back makes nobody wait longer, and one set forward shortens no duration", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0))
    const rang: string[] = []
    queue.at(inMs(clock, 2_000), "moment", () => rang.push("moment"))
    queue.after(120_000, "duration", () => rang.push("duration"))
    clock.setWallClock(clock.now().subtract({ hours: 1 }))
    clock.advance(2_000)
    expect(rang).toEqual(["moment"])
    clock.setWallClock(clock.now().add({ hours: 24 * 365 }))
    clock.advance(117_999)
    expect(rang).toEqual(["moment"])
    clock.advance(1)
    expect(rang).toEqual(["moment", "duration"])
  })

  it.each([true, false])("F31 after a suspend what is late goes one by one, in order (monotonic clock went on: %s)", (ticks) => {
    const { asleep, advance } = suspendable(ticks)
    const queue = timerQueue(asleep, fixedChance(0.5))
    const rang: { key: number; at: number }[] = []
    for (let key = 0; key < 100; key++) {
      queue.at(inMs(asleep, 1_000 + key), `k${key}`, () => rang.push({ key, at: asleep.monotonic() }))
    }
    asleep.suspend(8 * 3_600_000)
    // Where the monotonic clock stood still, the jump is found within a minute, or as soon as anything rings.
    advance(60_000)
    expect(rang.map(({ key }) => key)).toEqual([...rang.keys()])
    expect(rang).toHaveLength(100)
    const gaps = rang.slice(1).map(({ at }, index) => at - (rang[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150)
  })

  it("F31 a second suspend in the middle of the line makes no burst of the rest", () => {
    const { asleep, advance } = suspendable(true)
    const queue = timerQueue(asleep, fixedChance(0))
    const rang: number[] = []
    for (let key = 0; key < 20; key++) queue.at(inMs(asleep, 1_000), `k${key}`, () => rang.push(asleep.monotonic()))
    asleep.suspend(3_600_000)
    advance(450)
    expect(rang).toHaveLength(4)
    asleep.suspend(3_600_000)
    expect(rang).toHaveLength(5)
    advance(150 * 15)
    expect(rang).toHaveLength(20)
  })

  it("F31 a busy machine that stalls again and again keeps everybody's place in the line, and the line comes to its end", () => {
    const stalls = fc.array(fc.record({ stall: fc.integer({ min: 0, max: 4_000 }), pass: fc.nat(600) }), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), stalls, (count, moments) => {
        const clock = manualClock()
        const queue = timerQueue(clock, fixedChance(0.5))
        const rang: number[] = []
        for (let key = 0; key < count; key++) queue.inLine(`k${key}`, () => rang.push(key))
        for (const { stall, pass } of moments) {
          clock.stall(stall)
          clock.advance(pass)
        }
        // From here on nothing stalls: as many as are left, one after the other, and no longer than that.
        clock.advance((count - rang.length) * 200 + 200)
        expect(rang).toEqual(Array.from({ length: count }, (_, key) => key))
      }),
    )
  })

  it("F31 whoever joins the line during stalls is not overtaken by those who join after it", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0.5))
    const rang: string[] = []
    const join = (key: string) => queue.inLine(key, () => rang.push(key))
    for (let key = 0; key < 8; key++) join(`early ${key}`)
    for (let round = 0; round < 20; round++) {
      clock.stall(1_500)
      join(`late ${round}`)
    }
    expect(rang.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, key) => `early ${key}`))
  })

  it("what is found long past when it is set waits in line, unless it is told to be done at once", () => {
    const clock = manualClock()
    const queue = timerQueue(clock, fixedChance(0.5))
    const rang: string[] = []
    for (const key of ["a", "b", "c"]) queue.at(inMs(clock, -60_000), key, () => rang.push(key))
    for (const key of ["x", "y"]) queue.at(inMs(clock, -60_000), key, () => rang.push(key), "at-once")
    clock.advance(0)
    expect(rang).toEqual(["a", "x", "y"])
    clock.advance(199)
    expect(rang).toHaveLength(3)
    clock.advance(1)
    expect(rang).toEqual(["a", "x", "y", "b"])
    clock.advance(200)
    expect(rang).toEqual(["a", "x", "y", "b", "c"])
  })
})
