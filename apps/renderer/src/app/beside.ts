// Owns: whom a second pane is opened with where nobody is named (ux 2.4), for the key and the command alike.
import type { AgentId } from "@kibitz/contract"
import { paneOf } from "../view/view.ts"
import type { Session } from "./session.ts"

/**
 * With whom is selected; who is shown already has a pane, so then with whoever needs the user next. A window of its own has room for one: the pane
 * is the main window's. Null when it was done; otherwise why not.
 */
export function openBeside({ go, desk, replica, shell }: Session, agentId: AgentId): string | null {
  const { world } = replica.world.getState()
  const view = go.view.getState()
  const isFree = (one: AgentId) => !paneOf(view, one)
  const shown = new Set(Object.values(world?.panes ?? {}).map((pane) => pane.agentId))
  const waiting = world ? desk.order(world).map(({ lead }) => lead.agentId) : []
  const wanted = [agentId, view.selected, ...waiting.filter((one) => !shown.has(one))].find(isFree)
  if (wanted === undefined) return "Select another agent to open beside this one."
  if (shell.window.kind === "chat") shell.runInMain("split", wanted)
  else go.split(wanted)
  return null
}
