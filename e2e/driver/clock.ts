// Owns: the page's own clock in the test's hand: what waits for a moment waits until the test lets it pass. The host's clock goes on.
import type { Page } from "@playwright/test"

export type PageClock = {
  /** Lets so many milliseconds pass, with everything that falls due in them. */
  pass(ms: number): Promise<void>
}

export async function stopClock(page: Page): Promise<PageClock> {
  const now = Date.now()
  await page.clock.install({ time: now })
  // As near to the host's as it can be: what the host says holds until then must not be over for the page.
  await page.clock.pauseAt(now + 1_000)
  return { pass: (ms) => page.clock.runFor(ms) }
}
