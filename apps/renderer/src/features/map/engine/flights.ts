// Owns: the way into a chat, as one sees it. The chat is there, and takes keys, from the moment it is asked for; a map lies over it for as long as
// the flight lasts, lets everything through, and fades. A second command retargets the flight from where it is. Without motion it only fades.

import { type Camera, FADE_MS, type Flight, fillWith, flightAt, type Manner, takeOff } from "@kibitz/canvas"
import type { AgentId, JoinCause, PaneName } from "@kibitz/contract"
import type { Asks, HasReplica, Places } from "../../../kernel/session/offers.ts"
import { shownNow } from "../../../kernel/ui/clock.ts"
import type { PaneContent } from "../../../kernel/view/view.ts"
import { MapCanvas } from "./map-canvas.ts"
import { type MapMemory, memoryOf } from "./memory.ts"
import { Paints } from "./paints.ts"
import { lessMotion } from "./theme.ts"

type PaneElement = (name: PaneName) => HTMLElement | null
type ChatContent = Extract<PaneContent, { kind: "chat" }>

/** Every change of what a pane shows, whoever made it. Ends with the function it gives back. */
export function followFlights(session: HasReplica & Asks & Places, elementOf: PaneElement): () => void {
  const memory = memoryOf(session)
  const flying = new Map<PaneName, Flyover>()
  const stop = session.go.view.subscribe((now, before) => {
    for (const { name, content } of now.panes) {
      const was = before.panes.find((pane) => pane.name === name)?.content
      if (was === undefined || was === content) continue
      const from = flying.get(name)?.breakOff()
      flying.delete(name)
      if (content.kind === "chat") {
        const flyover = departure(session, memory, elementOf(name), { name, was, content, from: from ?? null })
        if (flyover) flying.set(name, flyover)
      } else if (content.kind === "map" && was.kind === "chat") {
        memory.left.set(name, was.agentId)
        if (from) memory.brokenOff.set(name, from.camera)
      }
    }
  })
  return () => {
    stop()
    for (const flyover of flying.values()) flyover.breakOff()
  }
}

/** Where a flight was when another took its place, and how much of it was still to be seen. */
type BrokenOff = { readonly camera: Camera; readonly opacity: number }

type Departure = {
  readonly name: PaneName
  readonly was: PaneContent
  readonly content: ChatContent
  readonly from: BrokenOff | null
}

function departure(
  session: HasReplica & Asks,
  memory: MapMemory,
  pane: HTMLElement | null,
  { name, was, content, from }: Departure,
) {
  const { world } = session.replica.world.getState()
  if (!pane || !world) return null
  if (lessMotion()) {
    pane.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS })
    return null
  }
  memory.places.sync(world)
  const { rooms } = memory.places
  const leaves = was.kind === "chat" ? was.agentId : null
  if (rooms.find(content.agentId) === undefined || (leaves !== null && rooms.find(leaves) === undefined)) return null
  // The map's own part of the pane, where there is one: its picture goes on without a jump.
  const { left, top, width, height } = (pane.querySelector("[data-testid=map]") ?? pane).getBoundingClientRect()
  if (width === 0 || height === 0) return null
  const start = from?.camera ?? (leaves === null ? (memory.cameras.get(name) ?? null) : null)
  memory.paints ??= new Paints({
    world,
    vocabulary: null,
    selected: content.agentId,
    selectedPart: "desk",
    also: new Set(),
    filter: "",
    now: shownNow,
  })
  return new Flyover({
    memory,
    paints: memory.paints,
    box: { left, top, width, height },
    start,
    opacity: from?.opacity ?? 1,
    leaves,
    canSpawn: session.closed() === null,
    ...flightTo(content),
  })
}

/** Next attention and tabs: as long from anywhere (ux 2.2). */
function flightTo({ agentId, cause }: ChatContent): { readonly to: AgentId; readonly manner: Manner } {
  const isFlat: readonly JoinCause[] = ["next-attention", "tab"]
  return { to: agentId, manner: isFlat.includes(cause) ? "flat" : "path" }
}

type FlyoverParts = {
  readonly memory: MapMemory
  readonly paints: Paints
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Where the map was; null: at the desk that is left. */
  readonly start: Camera | null
  /** With which it begins: what has faded does not come back. */
  readonly opacity: number
  readonly leaves: AgentId | null
  readonly canSpawn: boolean
  readonly to: AgentId
  readonly manner: Manner
}

class Flyover {
  readonly #parts: FlyoverParts
  readonly #frame = document.createElement("div")
  readonly #canvas: MapCanvas
  readonly #flight: Flight
  #camera: Camera
  #opacity: number
  #isOver = false
  #next = 0

  constructor(parts: FlyoverParts) {
    this.#parts = parts
    const { memory, box, start, leaves, to, manner } = parts
    this.#opacity = parts.opacity
    const { rooms } = memory.places
    const canvas = document.createElement("canvas")
    this.#frame.className = "map-flight"
    this.#frame.setAttribute("aria-hidden", "true")
    Object.assign(this.#frame.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    })
    this.#frame.append(canvas)
    document.body.append(this.#frame)
    this.#canvas = new MapCanvas(this.#frame, canvas, parts.canSpawn)
    const { size } = this.#canvas
    this.#camera = start !== null && rooms.find(start.anchor) ? start : fillWith(rooms, size, leaves ?? rooms.root.id)
    this.#flight = takeOff(rooms, size, this.#camera, fillWith(rooms, size, to), performance.now(), manner)
    this.#step()
  }

  /** Null where it was over: the next one begins at the desk that is left, and with all there is to be seen. */
  breakOff(): BrokenOff | null {
    cancelAnimationFrame(this.#next)
    this.#frame.remove()
    return this.#isOver ? null : { camera: this.#camera, opacity: this.#opacity }
  }

  readonly #step = (): void => {
    const now = performance.now()
    const { rooms } = this.#parts.memory.places
    const { camera, done } = flightAt(rooms, this.#canvas.size, this.#flight, now)
    this.#camera = camera
    this.#isOver = done
    if (done) return this.#frame.remove()
    this.#canvas.draw(rooms, camera, this.#parts.paints, now)
    this.#opacity = this.#parts.opacity * (1 - (now - this.#flight.startsAt) / this.#flight.ms)
    this.#frame.style.opacity = String(this.#opacity)
    this.#next = requestAnimationFrame(this.#step)
  }
}
