// Owns: the page's clock in the test's hand: a timer waits until the test lets its time pass. The host's clock runs on.
// Playwright's own `page.clock` stays installed for every later page of the same process, which screen tests share; this one ends with its page.
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import { rolldown } from "rolldown"

export type PageClock = {
  /** Lets so many milliseconds pass, with everything that falls due in them. */
  pass(ms: number): Promise<void>
  /** The clock runs by itself again, from where it stands. */
  resume(): Promise<void>
}

type FakeClock = { tickAsync(ms: number): Promise<number>; setTickMode(mode: object): void }
type WithClock = { fakeTimers: { install(options: object): FakeClock }; testClock: FakeClock }

export async function stopClock(page: Page): Promise<PageClock> {
  await page.evaluate(await fakeTimers())
  await page.evaluate(() => {
    const { fakeTimers: timers } = globalThis as unknown as WithClock
    // As near to the host's as it can be: a moment until which the host says something holds must not be over for the page.
    const testClock = timers.install({ now: Date.now(), toNotFake: ["queueMicrotask", "nextTick"] })
    Object.assign(globalThis, { testClock })
  })
  return {
    async pass(ms) {
      await page.evaluate(async (time) => {
        await (globalThis as unknown as WithClock).testClock.tickAsync(time)
      }, ms)
    },
    resume: () =>
      page.evaluate(() => (globalThis as unknown as WithClock).testClock.setTickMode({ mode: "interval", delta: 10 })),
  }
}

let bundled: Promise<string> | null = null

/** The library as one script for a page, which defines `fakeTimers`. */
function fakeTimers(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const input = createRequire(import.meta.url).resolve("@sinonjs/fake-timers")
  const build = await rolldown({ input, platform: "browser" })
  const { output } = await build.generate({ format: "iife", name: "fakeTimers" })
  await build.close()
  return `${output[0].code}\nglobalThis.fakeTimers = fakeTimers`
}
