// Owns: the menu of one place on the map: everything a click or a key can do there, by name, and closing the gaps of a room.

import { isLeaf } from "@kibitz/canvas"
import type { AgentId } from "@kibitz/contract"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { Menu, type MenuEntry } from "../../kernel/controls/menu.tsx"
import type { Asks } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import type { MapEngine } from "./engine/engine.ts"
import type { MapViewProps } from "./map-view.tsx"

/** In the map's own units. */
export type MenuAt = { readonly id: string; readonly x: number; readonly y: number }

type PlaceMenuProps = { at: MenuAt; engine: MapEngine; props: MapViewProps; onClose(): void }

export function PlaceMenu({ at, engine, props, onClose }: PlaceMenuProps) {
  const session = useSession<Asks>()
  const word = useJoinWord()
  const place = engine.rooms.find(at.id)
  const name = engine.paints.find(at.id)?.name ?? ""
  if (!place) return null
  const id = at.id as AgentId
  const hasGaps = place.cells.some((child, cell) => cell > 0 && child === null)
  const isChosen = id === engine.selected.id || engine.scene.getState().also.includes(id)
  const isAlone = engine.scene.getState().also.length === 0
  const tidy = () => {
    engine.flyTo({ id, part: "room" })
    void session.ask({ type: "room.tidy", agentId: id })
  }
  const entries: readonly MenuEntry[] = [
    entry("join", `${word} ${name}`, () => props.onJoin(id, "navigate")),
    entry("split", "Open beside", () => props.onSplit(id)),
    entry("peek", "Peek", () => props.onPeek(id)),
    ...(isLeaf(place) ? [] : [entry("room", "Go to its room", () => engine.flyTo({ id, part: "room" }))]),
    change("child", `New child of ${name}`, () => props.onSpawn(id)),
    change("rename", "Rename…", () => props.onRename(id)),
    ...(isChosen && isAlone
      ? []
      : [
          entry("choose", isChosen ? "Take out of the selection" : "Add to the selection", () =>
            props.onSelect(engine.toggle(id) as AgentId),
          ),
        ]),
    ...(hasGaps ? [change("tidy", "Tidy this room: close its gaps", tidy)] : []),
  ]
  const { width, height } = engine.size
  const unit = engine.unit
  const style = {
    left: Math.max(8, Math.min(at.x, width - 236)) * unit,
    top: Math.max(8, Math.min(at.y, height - 30 * entries.length - 16)) * unit,
  }
  return <Menu label={`What to do with ${name}`} entries={entries} className="map-place-menu" style={style} onClose={onClose} />
}

function entry(key: string, text: string, act: () => void): MenuEntry {
  return { key, text, face: <bdi>{text}</bdi>, act }
}

function change(key: string, text: string, act: () => void): MenuEntry {
  return { ...entry(key, text, act), changes: true }
}
