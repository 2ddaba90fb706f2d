// Owns: a 2D context for tests that writes down what is done to it. Every letter is 6 px wide.
import type { NodePaint, Surface, Theme } from "./surface.ts"

/** One call, with the state that matters for it. */
export type Stroke = {
  readonly call: string
  readonly args: readonly unknown[]
  readonly fill: unknown
  readonly stroke: unknown
  readonly alpha: number
  readonly dashed: boolean
  readonly lineWidth: number
  readonly font: string
}

export type RecordedSurface = Surface & { readonly strokes: Stroke[]; texts(): readonly unknown[]; measured(): number }

export function recordedSurface(): RecordedSurface {
  const strokes: Stroke[] = []
  let dash: readonly number[] = []
  let measured = 0
  const calls = [
    "moveTo",
    "lineTo",
    "arc",
    "rect",
    "roundRect",
    "closePath",
    "setTransform",
    "beginPath",
    "fill",
    "stroke",
    "fillRect",
    "fillText",
  ]
  const note = (call: string, args: readonly unknown[]): void => {
    const { fillStyle, strokeStyle, globalAlpha, lineWidth, font } = surface
    strokes.push({
      call,
      args,
      fill: fillStyle,
      stroke: strokeStyle,
      alpha: globalAlpha,
      dashed: dash.length > 0,
      lineWidth,
      font,
    })
  }
  const surface = {
    fillStyle: "" as unknown,
    strokeStyle: "" as unknown,
    lineWidth: 1,
    lineCap: "",
    lineJoin: "",
    globalAlpha: 1,
    font: "",
    textAlign: "",
    textBaseline: "",
    ...Object.fromEntries(calls.map((call) => [call, (...args: unknown[]) => note(call, args)])),
    setLineDash: (segments: number[]) => {
      dash = segments
    },
    measureText: (text: string) => {
      measured++
      return { width: [...text].length * 6 }
    },
    strokes,
    texts: () => strokes.filter(({ call }) => call === "fillText").map(({ args }) => args[0]),
    measured: () => measured,
  }
  return surface as unknown as RecordedSurface
}

const tone = (name: string) => ({ fill: `${name}-fill`, text: `${name}-text`, on: `${name}-on` })

export const sampleTheme: Theme = {
  background: "background",
  surfaces: ["surface-1", "surface-2"],
  desk: "desk",
  line: "line",
  lineStrong: "line-strong",
  text: "text",
  muted: "muted",
  faint: "faint",
  accent: "accent",
  tones: {
    working: tone("working"),
    "needs-you": tone("needs-you"),
    failed: tone("failed"),
    done: tone("done"),
    quiet: tone("quiet"),
  },
  font: "sans",
  hasShades: true,
  border: 1,
  lead: 16,
}

export const samplePaint: NodePaint = {
  name: "Ed",
  glyph: "idle",
  tone: "quiet",
  badge: null,
  word: "idle",
  mode: null,
  line: null,
  last: null,
  meta: null,
  progress: null,
  counts: [],
  edge: null,
  selected: false,
  joined: false,
  unread: false,
  rehearsal: false,
  dimmed: false,
}
