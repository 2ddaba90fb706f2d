// Owns: whom a second pane is opened with where nobody is named (ux 2.4), for the key and the command alike.
import type { AgentId } from "@kibitz/contract"
import { paneOf } from "../view/view.ts"
import type { Session } from "./session.ts"

/** With whom is selected; who is shown already has a pane, so then with whoever needs the user next. Null when it was done; otherwise why not. */
export function openBeside({ go, desk, replica }: Session, agentId: AgentId): string | null {
  const { world } = replica.world.getState()
  const view = go.view.getState()
  const isFree = (one: AgentId) => !paneOf(view, one)
  const waiting = world ? desk.order(world).map(({ lead }) => lead.agentId) : []
  const wanted = [agentId, view.selected, ...waiting].find(isFree)
  if (wanted === undefined) return "Select another agent to open beside this one."
  go.split(wanted)
  return null
}
