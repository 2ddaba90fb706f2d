// Owns: the part of a browser's 2D context that is drawn with, and the colours and words that come in as data. A real context fits this
// type as it is; a test or a benchmark brings its own.

/** What a path is made of. */
export interface PathSink {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number, backwards?: boolean): void
  rect(x: number, y: number, width: number, height: number): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  closePath(): void
}

export interface Surface extends PathSink {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: string
  lineJoin: string
  globalAlpha: number
  font: string
  textAlign: string
  textBaseline: string
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  setLineDash(segments: number[]): void
  beginPath(): void
  fill(): void
  stroke(): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { readonly width: number }
}

/** The shapes of states; glyphs.ts draws them. */
export const glyphKinds = [
  "needs-you",
  "question",
  "approval",
  "failed",
  "working",
  "checking",
  "your-turn",
  "done",
  "ready",
  "waiting",
  "paused",
  "retrying",
  "idle",
  "unknown",
  "cancelled",
  "you",
] as const
export type GlyphKind = (typeof glyphKinds)[number]

/** The five hues. Quiet is idle, paused and waiting, told apart by shape. */
export const tones = ["working", "needs-you", "failed", "done", "quiet"] as const
export type Tone = (typeof tones)[number]

/** fill for shapes, text for words on a surface, on for marks upon the fill. */
export type ToneColours = { readonly fill: string; readonly text: string; readonly on: string }

export type Theme = {
  readonly background: string
  /** Rooms take them in turn, by depth. */
  readonly surfaces: readonly [string, string]
  /** Desks, upon either. */
  readonly desk: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly muted: string
  readonly faint: string
  readonly accent: string
  readonly tones: Readonly<Record<Tone, ToneColours>>
  /** The family, as in CSS; sizes are the map's own. */
  readonly font: string
  /** Whether faint fills can be told from the ground. Where they cannot, in the system's own colours, lines are drawn instead. */
  readonly hasShades: boolean
  /** How wide the line around a room or desk is. */
  readonly border: number
  /** From one line of a card to the next: 16, or more where the user wants it less dense. */
  readonly lead: number
}

/** One field of the mode badge. */
export type ModeField = {
  readonly text: string
  readonly tone: Tone
  /** On the fill of its tone: never to be overlooked. */
  readonly isFilled?: boolean
  /** In a frame of its own, before the others. */
  readonly isApart?: boolean
}

/** How many in a room are in one state. */
export type Count = { readonly glyph: GlyphKind; readonly tone: Tone; readonly n: number }

/** What is to be said of one agent. The map asks for it once per frame and agent in view, so it should be at hand, not computed. */
export type NodePaint = {
  readonly name: string
  readonly glyph: GlyphKind
  readonly tone: Tone
  /** Beside the name, on amber: how many things wait for the user here. */
  readonly badge: string | null
  /** The state in words: the cogitation verb and how long, or "waits for Ed". */
  readonly word: string
  /** The compact mode badge, from the left. */
  readonly mode: readonly ModeField[] | null
  /** What it asks or last did. */
  readonly line: string | null
  /** Below all: money, age. */
  readonly meta: string | null
  /** What was last heard of it, and when: where a card has room to spare. */
  readonly last: string | null
  /** 0 to 1. */
  readonly progress: number | null
  /** Of a room: everybody in it, by state, most urgent first. */
  readonly counts: readonly Count[]
  /** The top edge of a room in which something waits or has failed. */
  readonly edge: "needs-you" | "failed" | null
  /** Its desk is; a room too small to look into shows it for its owner. */
  readonly selected: boolean
  /** The room is, with everybody in it: the frame of an open room has a ring only then. */
  readonly roomSelected?: boolean
  readonly joined: boolean
  /** Among those that are looked for; left out: nobody is. */
  readonly found?: boolean
  readonly unread: boolean
  /** Drawn with a dashed frame: nothing here is real. */
  readonly rehearsal: boolean
  /** Paused: drawn at 60 %. */
  readonly dimmed: boolean
}
