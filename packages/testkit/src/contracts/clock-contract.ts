// What every clock must do. `pass` lets at least that much time go by: by waiting, or by turning the hands.
import { toInstant } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import { describe, expect, test } from "vitest"

export function clockContract(name: string, make: () => { clock: Clock; pass(ms: number): void | Promise<void> }): void {
  describe(`${name} keeps a clock's promises`, () => {
    test("now and monotonic go on together", async () => {
      const { clock, pass } = make()
      const [now, mark] = [clock.now(), clock.monotonic()]
      await pass(20)
      expect(clock.monotonic() - mark).toBeGreaterThanOrEqual(19)
      expect(clock.now().epochMilliseconds).toBeGreaterThan(now.epochMilliseconds)
    })

    test("the instant is now, written down", async () => {
      const { clock, pass } = make()
      for (const ms of [0, 1, 999]) {
        const before = clock.now()
        const instant = clock.instant()
        expect(instant >= toInstant(before) && instant <= toInstant(clock.now())).toBe(true)
        await pass(ms)
      }
    })

    test("calls back once, not before its time, in the order of the times", async () => {
      const { clock, pass } = make()
      const start = clock.monotonic()
      const called: string[] = []
      let early = false
      clock.after(15, () => {
        early ||= clock.monotonic() - start < 15
        called.push("later")
      })
      clock.after(5, () => {
        early ||= clock.monotonic() - start < 5
        called.push("sooner")
      })
      clock.after(0, () => called.push("first"))
      expect(called).toEqual([])
      await pass(60)
      await pass(60)
      expect([called, early]).toEqual([["first", "sooner", "later"], false])
    })

    test("a callback that was taken back is not called, and taking it back twice or too late is harmless", async () => {
      const { clock, pass } = make()
      let calls = 0
      const cancel = clock.after(5, () => calls++)
      const late = clock.after(1, () => calls++)
      cancel()
      cancel()
      await pass(30)
      late()
      expect(calls).toBe(1)
    })

    test("a very long delay is not a short one", async () => {
      const { clock, pass } = make()
      let called = false
      const cancel = clock.after(90 * 24 * 3_600_000, () => {
        called = true
      })
      await pass(10)
      cancel()
      expect(called).toBe(false)
    })
  })
}
