// Owns: the running map of one pane: its camera, its flights, and when a frame is drawn. Draws only when something has changed: the camera,
// the world (at most four times a second while nothing moves), or an arc that turns. React is told only what it has to show (scene.ts).
import {
  type Beacon,
  type Camera,
  clamped,
  type DeskInFocus,
  deskInFocus,
  type Flight,
  fillWith,
  flightAt,
  liftedOut,
  type Manner,
  neighbour,
  orHome,
  type Pane,
  type Place,
  type Point,
  pan,
  type Rect,
  type Rooms,
  rectOnScreen,
  retarget,
  type Target,
  takeOff,
  type Viewer,
  zoomAt,
} from "@kibitz/canvas"
import type { World } from "@kibitz/contract"
import { centredAt, frameOf, frameOfAll, isFramedBy, levelOut, pannedStep, roomInView, roomOfDesk, zoomedStep } from "./aim.ts"
import { Chosen } from "./chosen.ts"
import { FrameTimes } from "./frame-times.ts"
import { MapCanvas } from "./map-canvas.ts"
import { type MapMemory, remember, whereItWas } from "./memory.ts"
import type { Light } from "./paint.ts"
import { Paints } from "./paints.ts"
import { PanelLayer } from "./panel-layer.ts"
import type { PlacesChange } from "./places.ts"
import { createScene, type SceneStore, showScene } from "./scene.ts"
import { AtRest, RESTED_MS } from "./scene-at-rest.ts"
import { lessMotion, watchTheme } from "./theme.ts"
import { WorldChanges } from "./world-changes.ts"

/** Arcs turn slowly: every second frame is enough. */
const ARC_FRAME_MS = 30
const AGED_MS = 10_000

export type EngineParts = {
  readonly host: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly memory: MapMemory
  readonly pane: string
  readonly light: Light
  /** Whether a free place may offer to put somebody there. */
  readonly canSpawn: boolean
}

export class MapEngine {
  readonly scene: SceneStore
  readonly paints: Paints
  readonly rooms: Rooms
  readonly times = new FrameTimes()
  /** The camera is sent somewhere, whoever asked for it; not when the hand itself moves it. */
  onFlight: (() => void) | null = null
  readonly #parts: EngineParts
  readonly #canvas: MapCanvas
  readonly #panels = new PanelLayer()
  readonly #stops: (() => void)[] = []
  #camera: Camera
  #flight: Flight | null = null
  #frame = 0
  readonly #atRest = new AtRest(() => this.request())
  #drawnAt = 0
  #movedAt = Number.NEGATIVE_INFINITY
  #agedAt = performance.now()
  #isDirty = true
  #needy: readonly string[] = []
  readonly #changes: WorldChanges
  readonly #chosen: Chosen
  /** What stays framed when rooms grow or the pane changes, until the hand moves the camera. */
  #fitsAlways: Target | null = null

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#canvas = new MapCanvas(parts.host, parts.canvas, parts.canSpawn)
    this.paints = new Paints(parts.light)
    parts.memory.paints = this.paints
    this.rooms = parts.memory.places.rooms
    parts.memory.places.sync(parts.light.world)
    this.scene = createScene(this.rooms.root.id, this.rooms.size)
    this.#chosen = new Chosen({ rooms: this.rooms, paints: this.paints, scene: this.scene, changed: () => this.request() })
    this.#changes = new WorldChanges({
      drawnAt: () => this.#drawnAt,
      due: () => this.request(),
      take: (world) => {
        this.paints.sawWorld(world)
        parts.memory.places.sync(world)
      },
    })
    this.#camera = frameOf(this.rooms, this.size, { id: this.rooms.root.id, part: "room" })
    this.#watch()
  }

  get viewer(): Viewer {
    return this.#canvas.viewer
  }

  get camera(): Camera {
    return this.#camera
  }

  get size(): Pane {
    return this.#canvas.size
  }

  get unit(): number {
    return this.#canvas.unit
  }

  get selected(): Target {
    return this.#chosen.target
  }

  get isMoving(): boolean {
    return this.#flight !== null || performance.now() - this.#movedAt < RESTED_MS
  }

  /** The room the view is about. */
  get room(): Place {
    return roomInView(this.rooms, this.#camera, this.size)
  }

  get deskInFocus(): DeskInFocus | null {
    return deskInFocus(this.rooms, this.#camera, this.size)
  }

  /** Where the pane's map was before, or on its way out of the desk the user has left. */
  begin(): void {
    const { left, brokenOff, framed, kept } = whereItWas(this.#parts.memory, this.#parts.pane)
    const place = left === undefined ? undefined : this.rooms.find(left)
    if (place) {
      const isThere = brokenOff !== undefined && this.rooms.find(brokenOff.anchor) !== undefined
      this.#camera = isThere ? brokenOff : fillWith(this.rooms, this.size, place.id)
      this.flyTo(roomOfDesk(place))
    } else if (framed !== undefined && this.rooms.find(framed.id) !== undefined) this.#frameAlways(framed)
    else if (kept) this.#moveTo(clamped(this.rooms, this.size, orHome(this.rooms, this.size, kept)))
    else this.#frameAlways({ id: this.rooms.root.id, part: "room" })
    this.request()
  }

  end(): void {
    for (const stop of this.#stops) stop()
    cancelAnimationFrame(this.#frame)
    this.#changes.end()
    this.#atRest.end()
  }

  /** Looked at with the next frame, or with what else changes until then. */
  worldChanged(world: World): void {
    this.#changes.changed(world)
  }

  relight(light: Partial<Light>): void {
    this.paints.relight({ ...this.paints.light, ...light })
    this.request()
  }

  /** Those for whom there are beacons, most urgent first. */
  setNeedy(ids: readonly string[]): void {
    this.#needy = ids
    this.#changes.soon()
  }

  /** This one, and nobody else. */
  select(target: Target): void {
    this.#chosen.select(target)
  }

  /** Adds somebody to what is selected, or takes them out; says who the keys act on then. */
  toggle(id: string): string {
    return this.#chosen.toggle(id)
  }

  /** The neighbour in a direction, brought into view; null at the edge of the map. */
  neighbour(direction: Beacon["direction"]): Target | null {
    const next = neighbour(this.rooms, this.selected, direction)
    if (next !== null) {
      this.select(next)
      this.reveal(next)
    }
    return next
  }

  /** Goes there only when it is not in view already. */
  reveal(target: Target): void {
    const { x, y, width, height } = this.rectOf(target)
    const isInView = x >= 0 && y >= 0 && x + width <= this.size.width && y + height <= this.size.height && width >= 6
    if (!isInView) this.flyTo(roomOfDesk(this.rooms.get(target.id)))
  }

  rectOf(target: Target): Rect {
    return rectOnScreen(this.rooms, this.#camera, this.size, target)
  }

  flyTo(target: Target, manner: Manner = "path"): void {
    if (this.rooms.find(target.id) === undefined) return
    this.#fly(frameOf(this.rooms, this.size, target), manner)
    this.#fitsAlways = target
  }

  /** The middle of the view goes to a point of the root, as large as it is. */
  centre(x: number, y: number): void {
    this.#fly(centredAt(this.rooms, this.size, this.#camera, { x, y }))
  }

  /** False where the whole map is in view already. */
  fitAll(): boolean {
    const wasFramed = isFramedBy(this.rooms, this.#goal, this.size, { id: this.rooms.root.id, part: "room" })
    this.flyTo({ id: this.rooms.root.id, part: "room" })
    return !wasFramed
  }

  frameSelection(): void {
    const also = this.scene.getState().also.filter((id) => this.rooms.find(id) !== undefined)
    if (also.length === 0) return this.flyTo(this.selected)
    const camera = frameOfAll(this.rooms, this.size, [this.selected, ...also.map((id) => ({ id, part: "desk" as const }))])
    if (camera !== null) this.#fly(camera)
  }

  /** One level out; false where there is none. */
  zoomOut(): boolean {
    const target = levelOut(this.rooms, this.#flight?.to ?? this.#camera, this.size)
    if (target !== null) this.flyTo(target)
    return target !== null
  }

  /** By key or button: at the selection when it is in view, else in the middle. */
  zoomStep(direction: 1 | -1): void {
    this.#fly(zoomedStep(this.rooms, this.size, this.#goal, this.rectOf(this.selected), direction))
  }

  /** By button, for whoever cannot drag: the view goes that way. */
  panStep(direction: Beacon["direction"]): void {
    this.#fly(pannedStep(this.rooms, this.size, this.#goal, direction))
  }

  /** By hand: at once, and out of any flight. */
  panBy(dx: number, dy: number): void {
    this.#moveTo(pan(this.rooms, this.size, this.#camera, dx, dy))
  }

  zoomBy(point: Point, factor: number): void {
    this.#moveTo(zoomAt(this.rooms, this.size, this.#camera, point, factor))
  }

  showRing(id: string | null): void {
    showScene(this.scene, { ring: id })
  }

  /** A panel's element; it is moved with the canvas. */
  panel(id: string, element: HTMLElement | null): void {
    this.#panels.set(id, element)
    if (element !== null) this.#placePanels()
  }

  setMinimap(canvas: HTMLCanvasElement | null): void {
    this.#canvas.setMinimap(canvas)
    this.request()
  }

  /** Draws with the next frame. */
  request(): void {
    this.#isDirty = true
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#step)
  }

  /** Where the camera will be when it rests: the next step goes on from there. */
  get #goal(): Camera {
    return this.#flight?.to ?? this.#camera
  }

  #frameAlways(target: Target): void {
    this.#moveTo(frameOf(this.rooms, this.size, target))
    this.#fitsAlways = target
  }

  #moveTo(camera: Camera): void {
    this.#flight = null
    this.#fitsAlways = null
    this.#camera = camera
    this.#movedAt = performance.now()
    this.request()
  }

  #fly(to: Camera, manner: Manner = "path"): void {
    this.onFlight?.()
    this.#fitsAlways = null
    const now = performance.now()
    this.#movedAt = now
    if (lessMotion()) {
      this.#canvas.fadeAway()
      this.#flight = null
      this.#camera = to
    } else if (this.#flight !== null) this.#flight = retarget(this.rooms, this.size, this.#flight, to, now, manner)
    else this.#flight = takeOff(this.rooms, this.size, this.#camera, to, now, manner)
    this.request()
  }

  #placesChanged(world: World, { agents, seats }: PlacesChange): void {
    this.paints.changed(world, agents)
    this.request()
    if (!seats) return
    this.#camera = clamped(this.rooms, this.size, orHome(this.rooms, this.size, this.#camera))
    const target = this.#fitsAlways
    if (target === null || this.rooms.find(target.id) === undefined) return
    const to = frameOf(this.rooms, this.size, target)
    // A flight that is under way goes to where the room is now.
    if (this.#flight !== null) this.#flight = retarget(this.rooms, this.size, this.#flight, to, performance.now())
    else this.#camera = to
  }

  readonly #step = (now: number): void => {
    this.#frame = 0
    const start = performance.now()
    if (this.#flight !== null) this.#advance(start)
    const isDue = this.#isDirty || now - this.#drawnAt >= ARC_FRAME_MS
    const turning = isDue ? this.#draw(now) : 1
    this.#atRest.look(this, this.#needy)
    if (this.#flight !== null) this.request()
    else if (turning > 0 && this.#frame === 0) this.#frame = requestAnimationFrame(this.#step)
    this.times.add(now, performance.now() - start)
  }

  #advance(now: number): void {
    if (this.#flight === null) return
    const { camera, done } = flightAt(this.rooms, this.size, this.#flight, now)
    this.#camera = camera
    this.#movedAt = now
    if (done) this.#flight = null
  }

  #draw(now: number): number {
    this.#isDirty = false
    this.#drawnAt = now
    if (now - this.#agedAt >= AGED_MS) {
      this.#agedAt = now
      this.paints.aged()
    }
    this.#changes.catchUp(now)
    const turning = this.#canvas.draw(this.rooms, this.#camera, this.paints, now)
    // A flight that leaves from here, and the next map of this pane, begin where this one was last seen.
    remember(this.#parts.memory, this.#parts.pane, this.#camera, this.#fitsAlways)
    this.#placePanels()
    return turning
  }

  #placePanels(): void {
    this.#panels.place((id) => (this.rooms.find(id) ? this.rectOf({ id, part: "desk" }) : null), this.unit)
  }

  /** An observer also calls when it begins to look, and then nothing has changed: a flight that has just begun goes on. */
  #resized(): void {
    if (!this.#canvas.measure()) return
    const goal = this.#fitsAlways === null ? this.#goal : frameOf(this.rooms, this.size, this.#fitsAlways)
    const to = clamped(this.rooms, this.size, goal)
    // A flight goes on to where its goal is now.
    if (this.#flight !== null) this.#flight = takeOff(this.rooms, this.size, this.#camera, to, performance.now())
    else this.#camera = to
    // At once, not with the next frame: a canvas that was given a new size is empty.
    this.#draw(performance.now())
    this.request()
  }

  #watch(): void {
    const { host, memory } = this.#parts
    const observer = new ResizeObserver(() => this.#resized())
    observer.observe(host)
    const stopTheme = watchTheme(() => {
      this.#canvas.readColours()
      this.#resized()
      this.request()
    })
    const stopPlaces = memory.places.listen({
      leaving: (id) => {
        this.#camera = liftedOut(this.rooms, this.#camera, id)
        this.#chosen.leaves(id)
      },
      changed: (world, change) => this.#placesChanged(world, change),
    })
    this.#stops.push(() => observer.disconnect(), stopTheme, stopPlaces)
  }
}
