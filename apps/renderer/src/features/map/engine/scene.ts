// Owns: what the page around the canvas shows, as one value that changes only when it has to be drawn anew, never with every frame.
import type { Beacon } from "@kibitz/canvas"
import { createStore, type StoreApi } from "zustand/vanilla"

export type Scene = {
  /** Desks large enough for a panel, nearest to the middle first. */
  readonly panels: readonly string[]
  readonly beacons: readonly Beacon[]
  /** What the view is about: the last crumb. */
  readonly room: string
  /** Its desk fills most of the view. */
  readonly atDesk: boolean
  /** Everything is in view: the small picture would show nothing more. */
  readonly isWhole: boolean
  /** Who is joined as soon as the ring closes. */
  readonly ring: string | null
  /** How many agents there are. */
  readonly agents: number
  /** Who is selected besides the one the keys act on. */
  readonly also: readonly string[]
}

export type SceneStore = StoreApi<Scene>

export function createScene(room: string, agents: number): SceneStore {
  return createStore<Scene>(() => ({
    panels: [],
    beacons: [],
    room,
    atDesk: false,
    isWhole: true,
    ring: null,
    agents,
    also: [],
  }))
}

/** Sets what differs; a list that holds the same stays the same object. */
export function showScene(store: SceneStore, next: Partial<Scene>): void {
  const now = store.getState()
  const changes = Object.entries(next).filter(([key, value]) => !alike(now[key as keyof Scene], value))
  if (changes.length > 0) store.setState(Object.fromEntries(changes))
}

function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b)
}
