// Owns: the walk through what needs the user (ux 2.6): one key to the next from anywhere, the same order for as long as one walks, and back to where
// it began. It moves the user because the user pressed a key; nothing else does. Answering on the way is the card's own key.
import type { AgentId, ItemId, JoinCause, World } from "@kibitz/contract"
import { type AttentionEntry, nobodyNeedsYou } from "@kibitz/domain"
import { talkingTo, type View } from "../view/view.ts"

/** What the walk needs of the session. */
export type Walker = {
  readonly replica: {
    readonly world: { getState(): { readonly world: World | null } }
  }
  readonly desk: {
    step(world: World, direction: 1 | -1, here: AgentId | null): AttentionEntry | null
    visit(items: readonly ItemId[]): void
  }
  /** False: it is shown in another window, which has come forward with these items. */
  readonly go: {
    readonly view: { getState(): View }
    to(agentId: AgentId, cause: JoinCause, items: readonly ItemId[]): boolean
    back(): void
  }
  show(overlay: null): void
  unfold(itemId: ItemId): void
  remark(text: string, tone: "quiet"): void
}

/** How a card is entered: the heading of the one for these items in the chat of this agent; where there is none, what one came for. */
export type EnterCard = (agentId: AgentId, items: readonly ItemId[]) => void

export type AttentionWalk = {
  next(): void
  previous(): void
  /** To where the walk began. */
  back(): void
  /** To this one. */
  to(agentId: AgentId, items: readonly ItemId[], cause?: JoinCause): void
}

export function attentionWalk(walker: Walker, enterCard: EnterCard): AttentionWalk {
  function to(agentId: AgentId, items: readonly ItemId[], cause: JoinCause = "navigate"): void {
    walker.show(null)
    walker.desk.visit(items)
    if (!walker.go.to(agentId, cause, items)) return
    const [first] = items
    if (first !== undefined) walker.unfold(first)
    enterCard(agentId, items)
  }

  /** Never a dead key: when nothing waits it says so. */
  function step(direction: 1 | -1): void {
    const { world } = walker.replica.world.getState()
    if (!world) return
    const target = walker.desk.step(world, direction, talkingTo(walker.go.view.getState()))
    if (!target) return walker.remark(nobodyNeedsYou(world), "quiet")
    const ids = target.items.map(({ id }) => id)
    to(target.lead.agentId, ids, "next-attention")
  }

  return {
    next: () => step(1),
    previous: () => step(-1),
    back: () => walker.go.back(),
    to,
  }
}
