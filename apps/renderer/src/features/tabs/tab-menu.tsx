// Owns: what can be done with one tab, by name: everything dragging and the pointer can do (ux 7.9).

import type { AgentId } from "@kibitz/contract"
import { Menu, type MenuEntry } from "../../kernel/controls/menu.tsx"
import type { HasKeep, HasShell, Places, Remarks } from "../../kernel/session/offers.ts"
import { useSession, useView } from "../../kernel/session/session-context.ts"
import { freeSlot, slotOf } from "../../kernel/view/view.ts"
import { splitWith } from "../../kernel/ways/ways.ts"

export type MenuPlace = { readonly agentId: AgentId; readonly x: number; readonly y: number }

export function TabMenu({ place: { agentId, x, y }, onClose }: { place: MenuPlace; onClose(): void }) {
  const session = useSession<HasKeep & HasShell & Remarks & Places>()
  const { go, shell } = session
  const tabs = useView((view) => view.tabs)
  const slots = useView((view) => view.slots)
  const at = tabs.indexOf(agentId)
  if (at < 0) return null
  const slot = slotOf({ slots }, agentId)
  const isLoose = slot === null
  const before = tabs[at - 1]
  const isBeforeLoose = before !== undefined && slotOf({ slots }, before) === null
  const free = freeSlot({ slots })
  const entries: readonly MenuEntry[] = [
    entry("split", "Open beside", () => splitWith(session, agentId)),
    ...(shell.isThere ? [entry("pop-out", "Open in its own window", () => void shell.popOut(agentId))] : []),
    ...(isLoose && isBeforeLoose ? [entry("left", "Move left", () => go.moveTab(agentId, before))] : []),
    ...(isLoose && at < tabs.length - 1 ? [entry("right", "Move right", () => go.moveTab(agentId, tabs[at + 2] ?? null))] : []),
    ...(isLoose && free !== null ? [entry("pin", `Pin to slot ${free}`, () => go.pin(agentId, free))] : []),
    ...(isLoose ? [] : [entry("unpin", `Unpin from slot ${slot}`, () => go.unpin(agentId))]),
    entry("close", "Close", () => go.closeTab(agentId)),
  ]
  return <Menu label="Tab" entries={entries} className="tab-menu" style={{ left: x, top: y }} onClose={onClose} />
}

function entry(key: string, text: string, act: () => void): MenuEntry {
  return { key, text, face: text, act }
}
