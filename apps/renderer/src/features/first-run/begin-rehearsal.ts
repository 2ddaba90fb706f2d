// Owns: how the rehearsal begins: Jake plays it at a first start; beside agents that a model answers it gets a team of its own.

import { jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { whenKnown } from "../../kernel/replica/until.ts"
import type { Asks, HasReplica, Messages, Places, Remarks } from "../../kernel/session/offers.ts"
import { focusedPane, zoomOut } from "../../kernel/view/view.ts"

/** What the script of the twelve listens to; docs/user/rehearsal.md has the others. */
const CUE = "Show me a team"

export type BeginsRehearsal = HasReplica & Asks & Messages & Remarks & Places

/** `nextKey`: the key that goes to the next thing that needs the user, as it is written here. Waits for the host: until then nobody knows who would answer Jake. */
export async function beginRehearsal(session: BeginsRehearsal, nextKey: string): Promise<void> {
  const world = await whenKnown(session.replica.world)
  const why = session.closed()
  if (why !== null) return session.remark(why, "quiet")
  const jake = findAgent(world, jakeId)
  if (!jake) return
  const isJakes = jake.rehearsal || (jake.spell === 0 && world.connection.using === "rehearsal")
  const refusal = isJakes ? await session.send(jakeId, CUE, "queue") : await startTeam(session)
  if (refusal !== null) return session.remark(refusal)
  // Whoever has gone elsewhere meanwhile stays there.
  session.go.view.setState((view) => (focusedPane(view).content.kind === "welcome" ? zoomOut(view) : view), true)
  session.remark(`The rehearsal has begun. ${nextKey} goes to the next agent that needs you.`, "quiet")
}

async function startTeam(session: Asks): Promise<string | null> {
  const outcome = await session.askQuietly({
    type: "agent.spawn",
    parentId: jakeId,
    name: "Rehearsal",
    assignment: CUE,
    rehearsal: true,
  })
  return outcome.accepted ? null : outcome.rejection.message
}
