// Owns: bringing a card in front of the user, for the laws of cards.
import { type Attention, attentionOn } from "../../driver/attention.ts"
import { type PageClock, stopClock } from "../../driver/clock.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect } from "../../stage/test.ts"

/** What Jake asks an approval for. */
export const install = "rehearse: run npm install jose@5"

/** An approval of Jake's waits in the open chat. */
export async function asked({ page, chat }: Kibitz, message = install): Promise<Attention> {
  const attention = attentionOn(page)
  await attention.confined()
  await chat.send("/execute")
  await chat.send(message)
  await expect(attention.heading).toBeVisible()
  return attention
}

/** As `asked`, on a stopped clock; the card has been there long enough to listen. */
export async function askedOnTime(kibitz: Kibitz, message?: string): Promise<{ attention: Attention; clock: PageClock }> {
  await attentionOn(kibitz.page).confined()
  const clock = await stopClock(kibitz.page)
  const attention = await asked(kibitz, message)
  await clock.pass(600)
  await expect(attention.card).toHaveAttribute("data-listens", "true")
  return { attention, clock }
}
