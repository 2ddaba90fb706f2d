// Owns: another time of day, for the page and for the host that runs in this process. Timers run as they do: only what asks for the time is answered
// differently.
import type { Page } from "@playwright/test"

/** `again` gives both the real time back; a test must not leave without it, because other tests share its process. */
export async function hoursLater(page: Page, hours: number): Promise<{ again(): Promise<void> }> {
  const give = shiftTime(hours)
  await page.evaluate(`(${shiftTime})(${hours})`)
  return {
    async again() {
      give()
      await page.evaluate(`(${shiftTime})(${-hours})`)
    },
  }
}

function shiftTime(hours: number): () => void {
  const { instant } = Temporal.Now
  const { now } = Date
  Temporal.Now.instant = () => instant().add({ hours })
  // The host asks this one (adapters/system/src/clock.ts).
  Date.now = () => now() + hours * 3_600_000
  return () => {
    Temporal.Now.instant = instant
    Date.now = now
  }
}
