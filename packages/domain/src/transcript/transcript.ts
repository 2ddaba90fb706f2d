// Owns: what of the journal one sees in a conversation, and how events become lines. Used by the screen and by nothing that decides.
import type {
  AgentId,
  CallId,
  CheckOutcome,
  ContentBlock,
  Event,
  EventOf,
  Instant,
  Json,
  KibitzNote,
  LeaveCause,
  MessageId,
  ModelFailure,
  Recorded,
  StopReason,
  TurnId,
  Usage,
} from "@kibitz/contract"
import { RECAST } from "../agent/recast-line.ts"
import { asYouRead } from "../call/as-you-read.ts"
import { oddLines } from "../history/odd-reply.ts"

type Line<Kind extends string, Fields> = { readonly kind: Kind; readonly key: string; readonly at: Instant } & Readonly<Fields>

/** `from`: the agent that sent it; null = the user. */
export type UserItem = Line<"user", { messageId: MessageId; text: string; from: AgentId | null }>
/** What Kibitz itself says in between: an answer to a slash command, a change of posture. */
export type AppItem = Line<"app", { line: string; text: string }>
export type ReplyItem = Line<
  "reply",
  {
    messageId: MessageId
    turnId: TurnId
    step: number
    content: readonly ContentBlock[]
    stopReason: StopReason
    stopDetail: string | null
    model: string
    usage: Usage
  }
>
export type CallItem = Line<
  "call",
  {
    callId: CallId
    capability: string
    input: Json
    /** waiting: for the user. held: for its turn to run. */
    status: "waiting" | "held" | "running" | "done" | "failed" | "blocked"
    because: string
    output: string
    bytes: number
    durationMs: number
    /** The exit code of a program, where there was one. */
    exitCode: number | null
  }
>
export type DraftItem = Line<"draft", { text: string; cause: "stopped" | "paused" | "failed" | "delayed" | "crash" }>
export type Notice =
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly parked: boolean; readonly model?: string }
  | { readonly type: "delayed"; readonly failure: ModelFailure; readonly until: Instant }
  | { readonly type: "stopped" }
  | { readonly type: "recovered" }
export type NoticeItem = Line<"notice", { notice: Notice }>
/** The user came or went. */
export type PresenceItem = Line<"presence", { what: "joined" } | { what: "left"; stayedMs: number; cause: LeaveCause }>
/** What Kibitz told the agent by itself. What is about presence is not here: the line of that change says it. */
export type NoteItem = Line<
  "note",
  { messageId: MessageId; note: Exclude<KibitzNote, "joined" | "left">; text: string; from: AgentId | null }
>
/** Where the agent stands from here on, when that ends or holds up its work. */
export type StandingItem = Line<"standing", { standing: "paused" | "stopped" | "stuck" | "done" | "dismissed"; text: string }>
export type ShownCheck = {
  readonly callId: CallId | null
  readonly name: string
  readonly command: string
  readonly required: boolean
  readonly state: "planned" | "waiting" | "held" | "running" | CheckOutcome["result"]
  /** The end of its output, or why it was not run. */
  readonly detail: string
}
/** The checks Kibitz ran itself, as one line. passed: null while they run, and when they were cut short (isCut). */
export type VerificationItem = Line<
  "verification",
  { turnId: TurnId; passed: boolean | null; isCut: boolean; checks: readonly ShownCheck[] }
>
export type TranscriptItem =
  | UserItem
  | AppItem
  | ReplyItem
  | CallItem
  | DraftItem
  | NoticeItem
  | PresenceItem
  | NoteItem
  | StandingItem
  | VerificationItem

type ShownEvent = EventOf<
  | "message.delivered"
  | "turn.replied"
  | "slash.answered"
  | "posture.changed"
  | "call.asked"
  | "call.allowed"
  | "calls.held"
  | "call.released"
  | "call.blocked"
  | "call.finished"
  | "turn.delayed"
  | "turn.interrupted"
  | "turn.failed"
  | "turn.recovered"
  | "presence.joined"
  | "presence.left"
  | "agent.moved"
  | "agent.recast"
  | "verification.started"
  | "verification.checked"
  | "verification.cut-off"
  | "verification.ended"
>

const shownTypes: ReadonlySet<Event["type"]> = new Set<ShownEvent["type"]>([
  "message.delivered",
  "turn.replied",
  "slash.answered",
  "posture.changed",
  "call.asked",
  "call.allowed",
  "calls.held",
  "call.released",
  "call.blocked",
  "call.finished",
  "turn.delayed",
  "turn.interrupted",
  "turn.failed",
  "turn.recovered",
  "presence.joined",
  "presence.left",
  "agent.moved",
  "agent.recast",
  "verification.started",
  "verification.checked",
  "verification.cut-off",
  "verification.ended",
])

/** Whose transcript shows this event, if anybody's. The journal indexes by it. */
export function transcriptOf(event: Event): AgentId | null {
  return isShown(event) ? event.agentId : null
}

export function foldTranscript(items: readonly TranscriptItem[], recorded: readonly Recorded[]): readonly TranscriptItem[] {
  let next: TranscriptItem[] | null = null
  for (const { seq, at, event } of recorded) {
    if (!isShown(event)) continue
    next ??= [...items]
    if (event.type === "turn.interrupted" || event.type === "turn.failed") cutVerification(next, event)
    if (event.type === "call.finished") finishCall(next, event)
    else if (event.type === "calls.held") begins(next, new Set(event.callIds), "held")
    else if (event.type === "call.released") begins(next, new Set([event.callId]), "running")
    else if (event.type === "verification.checked") check(next, event)
    else if (event.type === "verification.cut-off") cutVerification(next, event)
    else if (event.type === "verification.ended" && endVerification(next, event)) continue
    else if (!("callId" in event) || !(judgeCheck(next, event) || judgeAgain(next, event))) next.push(...lines(seq, at, event))
  }
  return next ?? items
}

function isShown(event: Event): event is ShownEvent {
  return shownTypes.has(event.type)
}

type NewLine = Exclude<
  ShownEvent,
  { type: "call.finished" | "calls.held" | "call.released" | "verification.checked" | "verification.cut-off" }
>

function lines(seq: number, at: Instant, event: NewLine): TranscriptItem[] {
  const line = { key: `${seq}`, at }
  switch (event.type) {
    case "message.delivered":
      return delivered(line, event)
    case "presence.joined":
      return [{ kind: "presence", ...line, what: "joined" }]
    case "presence.left":
      return [{ kind: "presence", ...line, what: "left", stayedMs: event.stayedMs, cause: event.cause }]
    case "agent.moved":
      return moved(line, event)
    case "verification.started": {
      const checks = event.checks.map(({ callId, name, command, required }): ShownCheck => {
        return { callId, name, command, required, state: "planned", detail: "" }
      })
      return [{ kind: "verification", ...line, turnId: event.turnId, passed: null, isCut: false, checks }]
    }
    case "verification.ended": {
      // Its beginning is on a page that is not loaded: what came of it is all here.
      const checks = event.checks.map(outcome)
      return [{ kind: "verification", ...line, turnId: event.turnId, passed: event.passed, isCut: false, checks }]
    }
    case "agent.recast":
      return [{ kind: "app", ...line, line: "", text: RECAST }]
    case "slash.answered":
      return [{ kind: "app", ...line, line: event.line, text: event.text }]
    case "posture.changed":
      if (event.axis === "surface") return []
      return [{ kind: "app", ...line, line: "", text: transitionLine(event) }]
    case "turn.replied": {
      const { messageId, turnId, step, reply } = event
      const { content, stopReason, stopDetail, model, usage } = reply
      const odd = oddLines(reply)
      return [
        { kind: "reply", ...line, messageId, turnId, step, content, stopReason, stopDetail, model, usage },
        ...(odd.length > 0 ? [{ kind: "app" as const, ...line, key: `${line.key}-odd`, line: "", text: odd.join(" ") }] : []),
      ]
    }
    case "call.asked":
    case "call.allowed":
    case "call.blocked": {
      const { callId, capability, input, verdict } = event
      const status = callStatus[event.type]
      return [
        {
          kind: "call",
          ...line,
          callId,
          capability,
          input,
          status,
          because: asYouRead(verdict.because),
          output: "",
          bytes: 0,
          durationMs: 0,
          exitCode: null,
        },
      ]
    }
    case "turn.delayed":
      return [
        ...draft(line, event.draft, "delayed"),
        notice(line, { type: "delayed", failure: event.failure, until: event.until }),
      ]
    case "turn.interrupted":
      // Of a pause there is a line already: that the agent is paused.
      return event.paused
        ? draft(line, event.draft, "paused")
        : [...draft(line, event.draft, "stopped"), notice(line, { type: "stopped" })]
    case "turn.failed":
      return [
        ...draft(line, event.draft, event.failure.kind === "crashed" ? "crash" : "failed"),
        notice(line, { type: "failed", failure: event.failure, parked: event.parked, ...modelOf(event) }),
      ]
    case "turn.recovered":
      return [...draft(line, event.draft, "crash"), notice(line, { type: "recovered" })]
  }
}

function draft(line: { key: string; at: Instant }, text: string, cause: DraftItem["cause"]): DraftItem[] {
  return text === "" ? [] : [{ kind: "draft", ...line, key: `${line.key}-draft`, text, cause }]
}

/** As it was then; what the agent asks for since is another matter. */
function modelOf({ model }: EventOf<"turn.failed">): { model?: string } {
  return model === undefined ? {} : { model }
}

function notice(line: { key: string; at: Instant }, what: Notice): NoticeItem {
  return { kind: "notice", ...line, notice: what }
}

function delivered(line: { key: string; at: Instant }, event: EventOf<"message.delivered">): TranscriptItem[] {
  const { messageId, text, from = null, note } = event
  // The change itself is a line of its own.
  if (note === "joined" || note === "left") return []
  if (note !== undefined) return [{ kind: "note", ...line, messageId, note, text, from }]
  return [{ kind: "user", ...line, messageId, text, from }]
}

function moved(line: { key: string; at: Instant }, { standing, because }: EventOf<"agent.moved">): TranscriptItem[] {
  if (standing.kind === "open") return []
  const text = standing.kind === "stuck" ? standing.detail : because
  return [{ kind: "standing", ...line, standing: standing.kind, text }]
}

function outcome({ name, command, required, result, detail }: CheckOutcome): ShownCheck {
  return { callId: null, name, command, required, state: result, detail }
}

/** A check that is a call is part of its verification, not a line of its own. */
function judgeCheck(items: TranscriptItem[], event: EventOf<"call.asked" | "call.allowed" | "call.blocked">): boolean {
  const index = items.findLastIndex(
    (item) => item.kind === "verification" && item.checks.some(({ callId }) => callId === event.callId),
  )
  const item = items[index]
  if (item?.kind !== "verification") return false
  const state = { "call.asked": "waiting", "call.allowed": "running", "call.blocked": "not-run" } as const
  const checks = item.checks.map((one) =>
    one.callId === event.callId
      ? { ...one, state: state[event.type], detail: event.type === "call.blocked" ? asYouRead(event.verdict.because) : "" }
      : one,
  )
  items[index] = { ...item, checks }
  return true
}

function check(items: TranscriptItem[], event: EventOf<"verification.checked">): void {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  if (item?.kind !== "verification") return
  const at = item.checks.findIndex(
    ({ name, command, state }) => name === event.outcome.name && command === event.outcome.command && !isSettled(state),
  )
  const before = item.checks[at]
  if (!before) return
  items[index] = { ...item, checks: item.checks.with(at, { ...outcome(event.outcome), callId: before.callId }) }
}

/** What it says at the end holds, also where single checks were not told. */
function endVerification(items: TranscriptItem[], event: EventOf<"verification.ended">): boolean {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  if (item?.kind !== "verification") return false
  items[index] = { ...item, passed: event.passed, checks: event.checks.map(outcome) }
  return true
}

/** It ends without an outcome: what had not shown anything by then has not. */
function cutVerification(
  items: TranscriptItem[],
  event: EventOf<"verification.cut-off" | "turn.interrupted" | "turn.failed">,
): void {
  const index = verificationAt(items, event.turnId)
  const item = items[index]
  if (item?.kind !== "verification") return
  const detail = event.type === "verification.cut-off" ? "Kibitz ended while this check ran. The checks begin again." : ""
  const checks = item.checks.map((one): ShownCheck => {
    if (isSettled(one.state)) return one
    return { ...one, state: "not-run", detail: one.state === "planned" ? "" : detail }
  })
  items[index] = { ...item, isCut: true, checks }
}

function verificationAt(items: readonly TranscriptItem[], turnId: TurnId): number {
  return items.findLastIndex((item) => item.kind === "verification" && item.turnId === turnId)
}

function isSettled(state: ShownCheck["state"]): boolean {
  return state === "passed" || state === "failed" || state === "not-run"
}

/** Whether they run already; from the last line back, where the newest calls are. */
function begins(items: TranscriptItem[], callIds: Set<CallId>, how: "held" | "running"): void {
  for (let at = items.length - 1; at >= 0 && callIds.size > 0; at -= 1) {
    const item = items[at]
    if (item?.kind === "call" && callIds.delete(item.callId)) items[at] = { ...item, status: how }
    if (item?.kind !== "verification") continue
    const checks = item.checks.map((one) => (one.callId && callIds.delete(one.callId) ? { ...one, state: how } : one))
    items[at] = { ...item, checks }
  }
}

const callStatus = { "call.asked": "waiting", "call.allowed": "running", "call.blocked": "blocked" } as const

/** A call that waited for the user is the same line when it goes ahead or is refused. */
function judgeAgain(items: TranscriptItem[], event: EventOf<"call.asked" | "call.allowed" | "call.blocked">): boolean {
  const index = items.findLastIndex((item) => item.kind === "call" && item.callId === event.callId)
  const item = items[index]
  if (item?.kind !== "call") return false
  items[index] = { ...item, status: callStatus[event.type], because: asYouRead(event.verdict.because) }
  return true
}

const axisNames: Readonly<Record<string, string>> = {
  style: "Style",
  workMode: "Work mode",
  phase: "Phase",
  permissionProfile: "Access",
  runControl: "Control",
  modelMode: "Model",
}

function transitionLine({ axis, from, to, reason, actor }: EventOf<"posture.changed">): string {
  const who = actor === "parent" ? " because its parent has no more" : actor === "policy" ? " by policy" : ""
  return `${axisNames[axis] ?? axis}: ${from} → ${to}${who}${reason === "" ? "" : ` (${reason})`}`
}

/** Its start may lie on a page that is not loaded; then there is no line to complete and nothing to show. */
function finishCall(items: TranscriptItem[], event: EventOf<"call.finished">): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (item?.kind !== "call" || item.callId !== event.callId) continue
    const { ok, output, bytes, durationMs, exitCode = null } = event.result
    items[index] = { ...item, status: ok ? "done" : "failed", output, bytes, durationMs, exitCode }
    return
  }
}
