// Owns: what waits for the user, as a person meets it: the strip above the composer, its cards and its folded lines.
import type { Locator, Page } from "@playwright/test"
import { expect } from "./expect.ts"

export type Attention = {
  readonly strip: Locator
  /** The one that is open. */
  readonly card: Locator
  readonly heading: Locator
  readonly folded: Locator
  readonly counter: Locator
  /** Waits until Kibitz knows whether commands can be confined: what is asked, and why, depends on it. */
  confined(): Promise<void>
  /** Waits until a card with these words in its heading is open and listens. */
  ready(heading: string | RegExp): Promise<void>
  /** Presses a button of the card by its visible name. */
  press(name: string | RegExp): Promise<void>
}

export function attentionOn(page: Page): Attention {
  const strip = page.getByTestId("attention")
  const card = strip.locator("fieldset.card")
  const heading = card.getByRole("heading")
  return {
    strip,
    card,
    heading,
    folded: strip.locator(".strip-line"),
    counter: page.getByTestId("count-needs-you"),
    confined: () => expect(page.getByTestId("sandbox")).toHaveAttribute("data-state", /^(on|off)$/),
    async ready(words) {
      await expect(heading).toContainText(words)
      await expect(card).toHaveAttribute("data-listens", "true")
    },
    async press(name) {
      await card.getByRole("button", { name }).click()
    },
  }
}
