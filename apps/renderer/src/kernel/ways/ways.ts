// Owns: ways that may lead nowhere. Whoever presses one of their keys is told why nothing moved: no key is dead (ux 2.6).

import type { AgentId } from "@kibitz/contract"
import { keyOf } from "../keys/bindings.ts"
import { keyStoreOf } from "../keys/key-store.ts"
import { shown } from "../keys/shown.ts"
import type { HasKeep, HasShell, Places, Remarks } from "../session/offers.ts"
import { focusedPane } from "../view/view.ts"
import { openThisBeside } from "./beside.ts"

export function goBack(session: Remarks & Places): void {
  if (!session.go.back()) session.remark("There is nowhere to go back to.", "quiet")
}

export function goForward(session: Remarks & Places): void {
  if (!session.go.forward()) session.remark("There is nowhere to go forward to.", "quiet")
}

export function reopenTab(session: Remarks & Places): void {
  if (!session.go.reopenTab()) session.remark("No tab was closed.", "quiet")
}

export function nextTab(session: Remarks & Places, by: 1 | -1): void {
  if (session.go.nextTab(by)) return
  const isNone = session.go.view.getState().tabs.length === 0
  session.remark(isNone ? "There are no tabs yet. Whoever you join gets one." : "There is no other tab.", "quiet")
}

export function recallSlot(session: HasKeep & Remarks & Places, slot: number): void {
  if (session.go.slot(slot)) return
  const { bindings, os } = keyStoreOf(session.keep)
  const key = keyOf(bindings.getState(), `pin-${slot}` as "pin-1", os)
  const how = key === null ? `/pin ${slot} in a chat` : `${shown(key, os)} on the map`
  session.remark(`Slot ${slot} is empty. ${how} puts an agent there.`, "quiet")
}

export function splitWith(session: HasKeep & HasShell & Remarks & Places, agentId: AgentId): void {
  const why = openThisBeside(session, agentId)
  if (why !== null) session.remark(why, "quiet")
}

/** In the only pane that is the map there is nothing to close. */
export function closePane(session: Remarks & Places): void {
  const view = session.go.view.getState()
  if (view.panes.length > 1 || focusedPane(view).content.kind !== "map") session.go.closePane()
  else session.remark("The map is the last pane, and stays.", "quiet")
}

/** On the map it is asked first, and zooms out for as long as it can. */
export function zoomOutNow(session: Remarks & Places): void {
  if (focusedPane(session.go.view.getState()).content.kind !== "map") session.go.zoomOut()
  else session.remark("This is the whole map.", "quiet")
}
