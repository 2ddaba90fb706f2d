// Owns: what the map remembers while it is not on the screen: the rooms, and where each pane's camera was. One for each session.

import type { Camera, Target } from "@kibitz/canvas"
import type { AgentId } from "@kibitz/contract"
import type { HasReplica } from "../../../kernel/session/offers.ts"
import type { Paints } from "./paints.ts"
import { Places } from "./places.ts"

export type MapMemory = {
  readonly places: Places
  readonly cameras: Map<string, Camera>
  /** What each pane's map kept framed: a room that grew meanwhile is framed anew when the map is back. */
  readonly framed: Map<string, Target>
  /** Whose chat a pane showed before it shows the map: the map begins at that desk and flies out of it. */
  readonly left: Map<string, AgentId>
  /** Where a flight was when it was broken off to show the map. */
  readonly brokenOff: Map<string, Camera>
  /** The looks of agents as the last map had them. */
  paints: Paints | null
}

const memories = new WeakMap<HasReplica["replica"], MapMemory>()

export function memoryOf({ replica }: HasReplica): MapMemory {
  const known = memories.get(replica)
  if (known) return known
  const places = new Places()
  const memory: MapMemory = { places, cameras: new Map(), framed: new Map(), left: new Map(), brokenOff: new Map(), paints: null }
  // Also while no map is on the screen: a flight between two chats shows agents as they are now.
  places.listen({ leaving: () => {}, changed: (world, { agents }) => memory.paints?.changed(world, agents) })
  memories.set(replica, memory)
  return memory
}

/** Where this pane's map was, told once: the desk it was left through, where its flight was broken off, what it framed, its camera. */
export function whereItWas({ left, brokenOff, framed, cameras }: MapMemory, pane: string) {
  const was = { left: left.get(pane), brokenOff: brokenOff.get(pane), framed: framed.get(pane), kept: cameras.get(pane) }
  left.delete(pane)
  brokenOff.delete(pane)
  return was
}

export function remember(memory: MapMemory, pane: string, camera: Camera, framed: Target | null): void {
  memory.cameras.set(pane, camera)
  if (framed === null) memory.framed.delete(pane)
  else memory.framed.set(pane, framed)
}
