// Owns: when the user is told outside of the app, and how seldom (OPM-10, ux 2.8). A reducer: the caller has the clock and the one timer.
// Does not own: what is shown inside the app, and how the system shows a notice (the notify port).
import { type AgentId, type AttentionPolicy, fromInstant, type Instant, type ItemId, type World } from "@kibitz/contract"
import type { NoticeCause } from "../kernel/notices.ts"
import { HOUR_MS, SOUND_EVERY_MS } from "./constants.ts"
import { quietSummary, type Reason, reasonOf, stopOf, together } from "./notify-words.ts"

export type NotifyInput = NoticeCause | { readonly type: "focus"; readonly focused: boolean } | { readonly type: "tick" }

export type NotifyContext = {
  /** ms never goes back and measures distances; `at` is the time of day, which somebody may set. */
  readonly now: { readonly ms: number; readonly at: Instant }
  readonly policy: AttentionPolicy
  /** Heads-down until then. */
  readonly quietUntil: Instant | null
  /** Where the user's night is. */
  readonly zone: string
}

export type ComposedNotice = Omit<Reason, "name" | "choice"> & { readonly id: string; readonly silent: boolean }
export type NotifyAction =
  | { readonly type: "show" | "replace"; readonly notice: ComposedNotice }
  /** The user is here: what still stands is taken back. */
  | { readonly type: "clear" }
  /** One line for the screen the user has come back to. */
  | { readonly type: "summary"; readonly text: string }

export type NotifyState = {
  readonly focused: boolean
  readonly pending: readonly Reason[]
  /** When what is pending is looked at. */
  readonly due: number | null
  /** When notices were shown, over the last hour; digests not counted. */
  readonly shown: readonly number[]
  readonly lastOf: ReadonlyMap<AgentId, number>
  /** Set once the hour's budget is spent, until the app is focused. */
  readonly digest: readonly Reason[] | null
  readonly made: number
  readonly soundAt: number
  /** Over the quiet hours, while nobody looked. */
  readonly missed: { readonly waiting: ReadonlySet<ItemId>; readonly finished: number }
}

export type NotifyStep = {
  readonly state: NotifyState
  readonly actions: readonly NotifyAction[]
}

const nothingMissed: NotifyState["missed"] = { waiting: new Set(), finished: 0 }

export function beginNotifying(focused: boolean): NotifyState {
  return {
    focused,
    pending: [],
    due: null,
    shown: [],
    lastOf: new Map(),
    digest: null,
    made: 0,
    soundAt: Number.NEGATIVE_INFINITY,
    missed: nothingMissed,
  }
}

/** On the dock or the task bar: what stops the line, and who is blocked. */
export function badgeCount({ attention }: World): number {
  return Object.values(attention).reduce((count, { tier }) => count + (tier <= 1 ? 1 : 0), 0)
}

export function notifyStep(before: NotifyState, input: NotifyInput, context: NotifyContext): NotifyStep {
  const { state, actions } = hear(before, input, context)
  if (state.due === null || context.now.ms < state.due) return { state, actions }
  const told = tell(state, context)
  return { state: told.state, actions: [...actions, ...told.actions] }
}

function hear(state: NotifyState, input: NotifyInput, context: NotifyContext): NotifyStep {
  switch (input.type) {
    case "raised":
      return only(raised(state, input, context))
    case "stopped":
      return only(queued(state, stopOf(input), context))
    case "settled":
      return only(settled(state, input.itemId))
    case "went-on":
      return only({ ...state, pending: state.pending.filter((one) => one.itemId !== null || one.agentId !== input.agentId) })
    case "finished": {
      if (state.focused || !isQuietHour(context)) return only(state)
      return only({ ...state, missed: { ...state.missed, finished: state.missed.finished + 1 } })
    }
    case "focus":
      return input.focused === state.focused ? only(state) : focused(state, input.focused, context)
    case "tick":
      return only(state)
  }
}

function only(state: NotifyState): NotifyStep {
  return { state, actions: [] }
}

function raised(
  state: NotifyState,
  { item, name, joined, stop }: Extract<NotifyInput, { type: "raised" }>,
  context: NotifyContext,
) {
  if (item.kind === "your-turn" && item.why === "stopped" && !joined) return state
  const isMissed = !state.focused && item.tier < 4 && isQuietHour(context)
  const missed = isMissed ? { ...state.missed, waiting: new Set([...state.missed.waiting, item.id]) } : state.missed
  return queued({ ...state, missed }, reasonOf(item, name, stop), context)
}

function queued(state: NotifyState, reason: Reason, context: NotifyContext): NotifyState {
  if (state.focused || !isWanted(reason, context)) return state
  const due = context.now.ms + context.policy.coalesceMs
  return { ...state, pending: [...state.pending, reason], due: Math.min(state.due ?? due, due) }
}

function settled(state: NotifyState, itemId: ItemId): NotifyState {
  const without = (reasons: readonly Reason[]) => reasons.filter((one) => one.itemId !== itemId)
  const waiting = new Set(state.missed.waiting)
  const missed = waiting.delete(itemId) ? { ...state.missed, waiting } : state.missed
  return { ...state, missed, pending: without(state.pending), digest: state.digest && without(state.digest) }
}

function focused(state: NotifyState, isFocused: boolean, context: NotifyContext): NotifyStep {
  if (!isFocused) return only({ ...state, focused: false })
  const { missed } = state
  const isBack = !isQuietHour(context) && (missed.waiting.size > 0 || missed.finished > 0)
  const text = quietSummary(missed.waiting.size, missed.finished)
  return {
    state: { ...state, focused: true, pending: [], due: null, digest: null, missed: nothingMissed },
    actions: [{ type: "clear" }, ...(isBack ? [{ type: "summary", text } as const] : [])],
  }
}

/** Everything that is pending and may be told becomes one notice. Who was named a moment ago waits for the next one. */
function tell(state: NotifyState, context: NotifyContext): NotifyStep {
  const { policy, now } = context
  const lastOf = new Map([...state.lastOf].filter(([, at]) => now.ms - at < policy.perAgentMs))
  const wanted = state.pending.filter((reason) => isWanted(reason, context))
  const [first, ...others] = wanted.filter(({ agentId }) => !lastOf.has(agentId))
  const pending = wanted.filter(({ agentId }) => lastOf.has(agentId))
  const free = pending.map(({ agentId }) => (lastOf.get(agentId) ?? now.ms) + policy.perAgentMs)
  const due = free.length === 0 ? null : Math.min(...free)
  const shown = state.shown.filter((at) => now.ms - at < HOUR_MS)
  const later = { ...state, pending, due, lastOf, shown }
  if (!first) return only(later)

  for (const { agentId } of [first, ...others]) lastOf.set(agentId, now.ms)
  const isDigest = state.digest !== null || shown.length >= policy.perHour
  // An agent may stop any number of times while nobody looks; the last stop is enough.
  const earlier = (state.digest ?? []).filter(({ agentId, itemId }) => itemId !== null || lastOf.get(agentId) !== now.ms)
  const reasons = [first, ...others, ...earlier] as const
  const sounds = maySound(state, [first, ...others], context)
  const id = isDigest ? "digest" : `notice-${state.made + 1}`
  const notice = { ...together([first, ...reasons.slice(1)], policy.hideContent), id, silent: !sounds }
  return {
    state: {
      ...later,
      shown: isDigest ? shown : [...shown, now.ms],
      digest: isDigest ? reasons : null,
      made: state.made + 1,
      soundAt: sounds ? now.ms : state.soundAt,
    },
    actions: [{ type: isDigest ? "replace" : "show", notice }],
  }
}

function maySound({ soundAt }: NotifyState, reasons: readonly Reason[], context: NotifyContext): boolean {
  if (!context.policy.sound || isQuietHour(context)) return false
  return context.now.ms - soundAt >= SOUND_EVERY_MS && reasons.some(({ tier }) => tier <= 1)
}

function isWanted({ tier, choice }: Reason, context: NotifyContext): boolean {
  const { policy, quietUntil, now } = context
  if (!policy.notify[choice]) return false
  // The texts of instants sort like their times.
  if (tier > 0 && quietUntil !== null && now.at < quietUntil) return false
  return !isQuietHour(context) || (tier === 0 && policy.quietHours.letStopTheLineThrough)
}

/** From "22:00" to "07:00" goes over midnight; from a time to the same time is never. */
export function isQuietHour({ policy, now, zone }: Pick<NotifyContext, "policy" | "now" | "zone">): boolean {
  const { on, from, to } = policy.quietHours
  if (!on) return false
  const time = fromInstant(now.at).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: "minute" })
  return from <= to ? from <= time && time < to : from <= time || time < to
}
