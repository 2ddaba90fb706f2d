// Owns: whom a second pane is opened with where nobody is named (ux 2.4), for the key and the command alike, and what is said where none fits.

import type { AgentId } from "@kibitz/contract"
import { keyOf } from "../keys/bindings.ts"
import { keyStoreOf } from "../keys/key-store.ts"
import { shown } from "../keys/shown.ts"
import type { HasKeep, HasReplica, HasShell, Places, Waiting } from "../session/offers.ts"
import { MOST_PANES, paneOf } from "../view/view.ts"

/**
 * With whom is selected; who is shown already has a pane, so then with whoever needs the user next. A window of its own has room for one: the pane
 * is the main window's. Null when it was done; otherwise why not.
 */
export function openBeside(session: HasReplica & HasKeep & HasShell & Waiting & Places, agentId: AgentId): string | null {
  const { go, desk, replica, shell } = session
  const { world } = replica.world.getState()
  const view = go.view.getState()
  const isFree = (one: AgentId) => !paneOf(view, one)
  const joined = new Set(Object.values(world?.panes ?? {}).map((pane) => pane.agentId))
  const waiting = world ? desk.order(world).map(({ lead }) => lead.agentId) : []
  const wanted = [agentId, view.selected, ...waiting.filter((one) => !joined.has(one))].find(isFree)
  if (wanted === undefined) return "Select another agent to open beside this one."
  if (shell.window.kind !== "chat") return openThisBeside(session, wanted)
  shell.runInMain("split", wanted)
  return null
}

/** Null when it was done; otherwise why not. Nobody is left to make room for another. */
export function openThisBeside(session: HasKeep & HasShell & Places, agentId: AgentId): string | null {
  return session.go.split(agentId) ? null : noRoom(session)
}

function noRoom({ go, keep, shell }: HasKeep & HasShell & Places): string {
  if (go.view.getState().panes.length >= MOST_PANES) return "No room for another pane. Close one first."
  if (!shell.isThere) return "No room for another pane. Widen the window."
  const { bindings, os } = keyStoreOf(keep)
  const key = keyOf(bindings.getState(), "pop-out", os)
  const how = key === null ? "/pop" : shown(key, os)
  return `No room for another pane. Widen the window, or pop this chat out: ${how}.`
}
