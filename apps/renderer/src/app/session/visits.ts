// Owns: keeping the desk in step with the world and the view: settled answers are dropped, and the cards of an opened chat count as looked at.

import { isAwake } from "../../kernel/desk/strip-state.ts"
import type { Frame, HasReplica, Places, Waiting } from "../../kernel/session/offers.ts"
import { waitingOf } from "../../kernel/slash/go-there.ts"
import { talkingTo } from "../../kernel/view/view.ts"

type Needs = HasReplica & Pick<Waiting, "desk"> & Pick<Frame, "screen" | "unfold"> & Pick<Places, "go">

export function keepDeskInStep({ replica, desk, screen, unfold, go }: Needs): void {
  replica.world.subscribe(({ world }, { world: before }) => {
    if (!world || world.attention === before?.attention) return
    desk.halfAnswers.dropSettled(world.attention)
    // A snoozed card that wakes again is not the one the user has just gone to: it would move the card under their hand.
    const { unfolded } = screen.getState()
    if (before && isAwake(before.attention, unfolded) && !isAwake(world.attention, unfolded)) unfold(null)
  })
  // Whichever way the user came to a chat, by tab, by slot or on the map, its open card is before them.
  go.view.subscribe((view, before) => {
    const talking = talkingTo(view)
    if (talking === null || talking === talkingTo(before)) return
    // After the caller has said which card is meant.
    queueMicrotask(() => {
      const { world } = replica.world.getState()
      if (world) desk.visit(waitingOf(desk.order(world), talking, screen.getState().unfolded).map(({ id }) => id))
    })
  })
}
