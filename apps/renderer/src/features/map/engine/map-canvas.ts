// Owns: the one canvas of a map: its size, its colours, and a frame drawn on it. Not here: where the camera is and when to draw (engine.ts).
import { type Camera, Labels, Painter, type Pane, type Rooms, type Theme, Viewer } from "@kibitz/canvas"
import { roomInView } from "./aim.ts"
import { drawMinimap } from "./minimap-drawing.ts"
import type { Paints } from "./paints.ts"
import { lessMotion, readTheme, textUnit } from "./theme.ts"

const FADE_MS = 120

export class MapCanvas {
  readonly viewer = new Viewer()
  readonly #host: HTMLElement
  readonly #canvas: HTMLCanvasElement
  readonly #surface: CanvasRenderingContext2D
  readonly #canSpawn: boolean
  readonly #painter = new Painter()
  readonly #labels = new Labels()
  #theme: Theme
  #minimap: HTMLCanvasElement | null = null
  #size: Pane = { width: 1, height: 1 }
  #unit = Number.NaN

  constructor(host: HTMLElement, canvas: HTMLCanvasElement, canSpawn: boolean) {
    const surface = canvas.getContext("2d", { alpha: false })
    if (!surface) throw new Error("this screen cannot draw")
    this.#host = host
    this.#canvas = canvas
    this.#surface = surface
    this.#canSpawn = canSpawn
    this.#theme = readTheme(host)
    this.measure()
  }

  /** In the map's own units: CSS pixels at the usual text size. */
  get size(): Pane {
    return this.#size
  }

  /** One unit of the map in CSS pixels. */
  get unit(): number {
    return this.#unit
  }

  setMinimap(canvas: HTMLCanvasElement | null): void {
    this.#minimap = canvas
  }

  /** Whether the element has another size, or text has. Whatever was drawn is gone then. */
  measure(): boolean {
    const unit = textUnit()
    const width = Math.max(1, this.#host.clientWidth)
    const height = Math.max(1, this.#host.clientHeight)
    const [across, down] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
    if (unit === this.#unit && across === this.#canvas.width && down === this.#canvas.height) return false
    this.#unit = unit
    this.#canvas.width = across
    this.#canvas.height = down
    this.#size = { width: width / unit, height: height / unit }
    this.#labels.clear()
    return true
  }

  /** Colours, or the font with them, have become others. */
  readColours(): void {
    this.#theme = readTheme(this.#host)
    this.#labels.clear()
  }

  /** Says how many things in it turn by themselves. */
  draw(rooms: Rooms, camera: Camera, paints: Paints, now: number): number {
    this.viewer.look(rooms, camera, this.#size, this.#canSpawn ? roomInView(rooms, camera, this.#size).id : null)
    const options = {
      pane: this.#size,
      pixelRatio: devicePixelRatio * this.#unit,
      theme: this.#theme,
      paint: paints.of,
      labels: this.#labels,
      now,
      reducedMotion: lessMotion(),
    }
    const { turning } = paints.atOneMoment(() => this.#painter.draw(this.#surface, this.viewer, options))
    if (this.#minimap) drawMinimap(this.#minimap, { rooms, camera, pane: this.#size, theme: this.#theme, paint: paints.of })
    return turning
  }

  /** Without motion: the picture of now lies over what comes next and goes within 120 ms. */
  fadeAway(): void {
    const old = document.createElement("canvas")
    old.width = this.#canvas.width
    old.height = this.#canvas.height
    old.className = "map-old"
    old.getContext("2d")?.drawImage(this.#canvas, 0, 0)
    this.#host.append(old)
    const gone = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, fill: "forwards" })
    gone.onfinish = () => old.remove()
    gone.oncancel = () => old.remove()
  }
}
