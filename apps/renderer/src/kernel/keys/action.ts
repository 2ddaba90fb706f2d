// Owns: what a line of the table of actions says, and the short ways to write its keys.
import type { Os } from "./chord.ts"

/** Where the focus is. Global keys work in all of them; the others only with the focus inside. */
export type Place = "global" | "map" | "tree" | "card" | "composer" | "rail" | "audit" | "tasks"
export type Group = "Needs you" | "Getting about" | "The map" | "Panes and tabs" | "Finding" | "Agents" | "Writing" | "Window"

export type Action = {
  readonly id: string
  readonly title: string
  readonly group: Group
  readonly where: readonly Place[]
  /** Where a key that types a character counts, when that is not `where`. */
  readonly singleWhere?: readonly Place[]
  readonly keys: Readonly<Record<Os, readonly string[]>>
  /** Holding the key down goes on doing it. Everything else is done once for each press. */
  readonly repeats?: true
  /** The one way out, and the way the arrows point: these cannot be another key. */
  readonly isFixed?: true
  /** What it acts on: one agent, or the screen itself. */
  readonly of?: "agent"
  /** Asks for a change of the project: cannot be done where it is only looked at. */
  readonly changes?: true
  /** Not in the palette, where the focus it needs has been left. */
  readonly isOnTheSpot?: true
  /** Nine of the same are shown as one line, under this name. */
  readonly family?: string
}

export const everywhere = ["global"] as const
export const lists = ["map", "tree", "rail"] as const

/** The same letters, with Ctrl here and with Cmd there. */
export function mod(...keys: readonly string[]): Action["keys"] {
  return { other: keys.map((key) => `Ctrl+${key}`), apple: keys.map(withCmd) }
}

function withCmd(key: string): string {
  return key.startsWith("Shift+") ? `Shift+Cmd+${key.slice("Shift+".length)}` : `Cmd+${key}`
}

export function same(...keys: readonly string[]): Action["keys"] {
  return { other: keys, apple: keys }
}

/** Cmd+Shift+letter belongs to Apple's services for some of these; with control it is free. */
export function posture(letter: string): Action["keys"] {
  return { other: [`Ctrl+Shift+${letter}`], apple: [`Ctrl+Cmd+${letter}`] }
}
