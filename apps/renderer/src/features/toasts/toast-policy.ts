// Owns: when something that waits for the user is told inside the app (ux 2.7, U23). Nothing takes the focus. Whoever types is not disturbed, but
// never for longer than a minute; what stops the line is told at once. Pure: time is an argument.
import type { AgentId, ItemId } from "@kibitz/contract"

export const TYPING_MS = 4_000
export const LONGEST_WAIT_MS = 60_000
export const TOAST_MS = 6_000

export type ToastItem = { readonly id: ItemId; readonly agentId: AgentId; readonly tier: number }
/** One at a time: what has come meanwhile is counted in it. */
export type Toast = { readonly items: readonly ToastItem[]; readonly until: number }

export type ToastState = {
  /** Told, or never to be told; null: nothing has been seen yet, and what is found first is no news. */
  readonly known: ReadonlySet<ItemId> | null
  /** What stops the line, newest last; stays until it is resolved or put away. */
  readonly banner: readonly ToastItem[]
  readonly waiting: readonly (ToastItem & { readonly since: number })[]
  readonly toast: Toast | null
  readonly typedAt: number
}

export type ToastInput =
  /** Everything that waits now; `focused` is whose chat has the keys: its cards are in view. */
  | {
      readonly kind: "items"
      readonly items: readonly ToastItem[]
      readonly focused: AgentId | null
      readonly isHeadsDown: boolean
    }
  | { readonly kind: "typed" }
  /** Sent, or gone elsewhere: a good moment. */
  | { readonly kind: "breakpoint" }
  | { readonly kind: "tick" }
  | { readonly kind: "put-away"; readonly what: "toast" | "banner" }

export const noToasts: ToastState = {
  known: null,
  banner: [],
  waiting: [],
  toast: null,
  typedAt: Number.NEGATIVE_INFINITY,
}

/** `now` in milliseconds of a clock that never goes back. */
export function toastStep(state: ToastState, input: ToastInput, now: number): ToastState {
  return settled(taken(state, input, now), now, input.kind === "breakpoint")
}

function taken(state: ToastState, input: ToastInput, now: number): ToastState {
  switch (input.kind) {
    case "items":
      return arrived(state, input, now)
    case "typed":
      return { ...state, typedAt: now }
    case "breakpoint":
      return { ...state, typedAt: Number.NEGATIVE_INFINITY }
    case "put-away":
      return input.what === "toast" ? { ...state, toast: null } : { ...state, banner: [] }
    case "tick":
      return state
  }
}

type Items = Extract<ToastInput, { kind: "items" }>

function arrived(state: ToastState, { items, focused, isHeadsDown }: Items, now: number): ToastState {
  const there = new Set(items.map(({ id }) => id))
  // Whoever has gone to it has it in view.
  const isThere = ({ id, agentId }: ToastItem) => there.has(id) && agentId !== focused
  const fresh = items.filter(({ id }) => !state.known?.has(id))
  const stops = fresh.filter(({ tier }) => tier === 0)
  // What waited before this screen was opened is in the rail; only what stops the line is said again.
  const blocks = state.known === null || isHeadsDown ? [] : fresh.filter(({ tier, agentId }) => tier === 1 && agentId !== focused)
  const toast = state.toast && { ...state.toast, items: state.toast.items.filter(isThere) }
  return {
    ...state,
    known: there,
    banner: [...state.banner.filter(({ id }) => there.has(id)), ...stops],
    waiting: isHeadsDown ? [] : [...state.waiting.filter(isThere), ...blocks.map((item) => ({ ...item, since: now }))],
    toast: toast && toast.items.length > 0 && !isHeadsDown ? toast : null,
  }
}

function settled(state: ToastState, now: number, isBreakpoint: boolean): ToastState {
  const toast = state.toast && now < state.toast.until ? state.toast : null
  const isDue = isBreakpoint || now >= dueAt(state)
  if (state.waiting.length === 0 || toast || !isDue) return toast === state.toast ? state : { ...state, toast }
  return { ...state, waiting: [], toast: { items: state.waiting, until: now + TOAST_MS } }
}

/** When those that wait may be told: after a pause in typing, in a minute at the latest. */
function dueAt({ waiting, typedAt }: ToastState): number {
  const [first] = waiting
  return first ? Math.min(typedAt + TYPING_MS, first.since + LONGEST_WAIT_MS) : Number.POSITIVE_INFINITY
}

/** When to look again; null: only when something comes. */
export function nextLook(state: ToastState): number | null {
  const next = state.toast ? state.toast.until : dueAt(state)
  return Number.isFinite(next) ? next : null
}

/** For a timer, which drops the fraction of a millisecond: one that rings too early changes nothing, and would not be set again. */
export function waitFor(look: number, now: number): number {
  return Math.max(0, Math.ceil(look - now))
}
