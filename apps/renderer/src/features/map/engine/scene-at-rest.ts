// Owns: what React is told to show around the map: all of it once the camera rests, less and less while it moves.
import {
  beacons,
  type Camera,
  type DeskInFocus,
  type Pane,
  type Place,
  type Rect,
  type Rooms,
  type Target,
  type Viewer,
} from "@kibitz/canvas"
import { CardSeconds } from "./card-seconds.ts"
import { type Scene, type SceneStore, showScene } from "./scene.ts"

/** No more panels than this lie above the canvas. */
export const MOST_PANELS = 8
/** Panels come this long after the last movement: none is made under way. */
export const RESTED_MS = 90

type Seen = {
  readonly rooms: Rooms
  readonly camera: Camera
  readonly size: Pane
  readonly viewer: Viewer
  readonly room: Place
  readonly deskInFocus: DeskInFocus | null
  rectOf(target: Target): Rect
}

export class AtRest {
  readonly #request: () => void
  readonly #seconds: CardSeconds
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: () => void) {
    this.#request = request
    this.#seconds = new CardSeconds(request)
  }

  /** Called with every frame. */
  look(seen: Seen & { readonly scene: SceneStore; readonly isMoving: boolean }, needy: readonly string[]): void {
    if (!seen.isMoving) {
      showScene(seen.scene, sceneAtRest(seen, needy))
      return this.#seconds.run(seen.viewer)
    }
    keepPanels(seen)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#request()
    }, RESTED_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#seconds.end()
  }
}

/** `needy`: for whom there are beacons, most urgent first. */
function sceneAtRest(seen: Seen, needy: readonly string[]): Partial<Scene> {
  const { rooms, camera, size, viewer, room, deskInFocus: desk } = seen
  const root = seen.rectOf({ id: rooms.root.id, part: "room" })
  return {
    panels: viewer.panels(MOST_PANELS).toSorted(),
    beacons: beacons(rooms, camera, size, needy),
    room: room.id,
    atDesk: desk !== null && desk.id === room.id && desk.coverage >= 0.4,
    isWhole: root.x >= -1 && root.y >= -1 && root.width <= size.width + 2 && root.height <= size.height + 2,
    agents: rooms.size,
  }
}

/** Under way no panel comes, and those that have left the view or are too small go. */
function keepPanels({ scene, viewer }: { readonly scene: SceneStore; readonly viewer: Viewer }): void {
  const shown = scene.getState().panels
  if (shown.length === 0) return
  const still = new Set(viewer.panels(Number.POSITIVE_INFINITY))
  const kept = shown.filter((id) => still.has(id))
  if (kept.length !== shown.length) showScene(scene, { panels: kept })
}
