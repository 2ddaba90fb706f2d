// Owns: when a gesture joins a desk and when it leaves one. A desk is joined after the gesture has settled on it and a ring has closed
// around it; whatever is passed on the way gets nothing. Explicit navigation joins elsewhere, at the key press, and is only told here.
import type { DeskInFocus } from "./camera.ts"
import { FILLS, NO_LONGER_FILLS } from "./detail.ts"

export const RING_MS = 300

export type Joining = { readonly joined: string | null; readonly ring: { readonly id: string; readonly since: number } | null }

export type JoiningInput =
  /** The camera moves by hand. */
  | { readonly type: "moved"; readonly at: number }
  /** The gesture is over: the desk in the middle of the pane, and how much of the pane the joined one still covers. */
  | { readonly type: "settled"; readonly at: number; readonly focus: DeskInFocus | null; readonly joinedCoverage: number }
  /** The user went somewhere by name, or has sent the camera elsewhere: presence is what it says. */
  | { readonly type: "navigated"; readonly at: number; readonly joined: string | null }
  /** Time has passed: the desk in the middle of the pane now. Rooms grow and windows change their size under a hand that rests. */
  | { readonly type: "tick"; readonly at: number; readonly focus: DeskInFocus | null }

export type JoiningAction =
  | { readonly type: "ring"; readonly id: string; readonly at: number }
  | { readonly type: "ring-gone"; readonly id: string }
  | { readonly type: "join"; readonly id: string }
  | { readonly type: "leave"; readonly id: string }

export type JoiningStep = { readonly state: Joining; readonly actions: readonly JoiningAction[] }

export const joinedNobody: Joining = { joined: null, ring: null }

/** When the next tick is due; null when nothing is pending. */
export const ringClosesAt = ({ ring }: Joining): number | null => (ring === null ? null : ring.since + RING_MS)

export function joiningStep(before: Joining, input: JoiningInput): JoiningStep {
  const { state, actions } = closed(before, input)
  const next = answered(state, input)
  return { state: next.state, actions: [...actions, ...next.actions] }
}

function answered(state: Joining, input: JoiningInput): JoiningStep {
  if (input.type === "tick") return { state, actions: [] }
  const gone = ringGone(state)
  if (input.type === "moved") return { state: { ...state, ring: null }, actions: gone }
  if (input.type === "navigated") return { state: { joined: input.joined, ring: null }, actions: gone }
  const { joined } = state
  const left = joined !== null && input.joinedCoverage < NO_LONGER_FILLS
  const stays = left ? null : joined
  const leaving: readonly JoiningAction[] = left ? [{ type: "leave", id: joined }] : []
  const { focus } = input
  if (focus === null || focus.coverage < FILLS || focus.id === stays) {
    return { state: { joined: stays, ring: null }, actions: [...gone, ...leaving] }
  }
  return {
    state: { joined: stays, ring: { id: focus.id, since: input.at } },
    actions: [...gone, ...leaving, { type: "ring", id: focus.id, at: input.at }],
  }
}

/**
 * A ring that was due before this input joins first: a hand that moves on late must not undo what had already happened. Not so with a command
 * that leads elsewhere: whoever gave it is not taken into a chat. Nor does it join a desk that no longer fills the pane.
 */
function closed(state: Joining, input: JoiningInput): JoiningStep {
  const { ring, joined } = state
  if (ring === null || input.at < ring.since + RING_MS || input.type === "navigated") return { state, actions: [] }
  if (input.type === "tick" && !fills(input.focus, ring.id)) return { state: { joined, ring: null }, actions: ringGone(state) }
  const leaving: readonly JoiningAction[] = joined === null ? [] : [{ type: "leave", id: joined }]
  return { state: { joined: ring.id, ring: null }, actions: [...leaving, { type: "join", id: ring.id }] }
}

const fills = (focus: DeskInFocus | null, id: string): boolean => focus?.id === id && focus.coverage >= FILLS

function ringGone({ ring }: Joining): readonly JoiningAction[] {
  return ring === null ? [] : [{ type: "ring-gone", id: ring.id }]
}
