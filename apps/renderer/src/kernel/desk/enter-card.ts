// Owns: how a card is entered: at its heading, in the chat that was just opened.
import type { AgentId, ItemId } from "@kibitz/contract"
import type { EnterCard } from "./walk.ts"

/** The chat is drawn in a few steps. */
const TRIES = 12
const TRY_MS = 20

export function cardEntrance(page: Document = document): EnterCard {
  let timer: ReturnType<typeof setTimeout> | undefined

  function enter(agentId: AgentId, items: readonly ItemId[], tries: number): void {
    const chat = page.querySelector(`[data-testid="chat-${CSS.escape(agentId)}"]`) ?? page.querySelector("main") ?? page
    const heading = headingOf(chat, items)
    if (heading) {
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: "nearest" })
      return
    }
    if (tries > 0) {
      timer = setTimeout(() => enter(agentId, items, tries - 1), TRY_MS)
      return
    }
    // What is ended by being looked at has no card: there the conversation is what one came for.
    chat.querySelector<HTMLElement>("[data-region=composer]")?.focus()
  }

  return (agentId, items) => {
    clearTimeout(timer)
    // Once what was pressed has given the focus back.
    timer = setTimeout(() => enter(agentId, items, TRIES))
  }
}

function headingOf(chat: ParentNode, items: readonly ItemId[]): HTMLElement | null {
  for (const id of items) {
    const found = chat.querySelector<HTMLElement>(`[data-items~="${CSS.escape(id)}"] [data-card-heading]`)
    if (found) return found
  }
  return null
}
