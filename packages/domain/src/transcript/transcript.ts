// Owns: what of the journal one sees in a conversation, and how events become lines. Used by the screen and by nothing that decides.
import type {
  AgentId,
  CallId,
  ContentBlock,
  Event,
  EventOf,
  Instant,
  Json,
  MessageId,
  ModelFailure,
  Recorded,
  StopReason,
  TurnId,
  Usage,
} from "@kibitz/contract"

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
    status: "waiting" | "running" | "done" | "failed" | "blocked"
    because: string
    output: string
    bytes: number
    durationMs: number
    /** The exit code of a program, where there was one. */
    exitCode: number | null
  }
>
export type DraftItem = Line<"draft", { text: string; cause: "stopped" | "failed" | "delayed" | "crash" }>
export type Notice =
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly parked: boolean }
  | { readonly type: "delayed"; readonly failure: ModelFailure; readonly until: Instant }
  | { readonly type: "stopped" }
  | { readonly type: "recovered" }
export type NoticeItem = Line<"notice", { notice: Notice }>
export type TranscriptItem = UserItem | AppItem | ReplyItem | CallItem | DraftItem | NoticeItem

type ShownEvent = EventOf<
  | "message.delivered"
  | "turn.replied"
  | "slash.answered"
  | "posture.changed"
  | "call.asked"
  | "call.allowed"
  | "call.blocked"
  | "call.finished"
  | "turn.delayed"
  | "turn.interrupted"
  | "turn.failed"
  | "turn.recovered"
>

const shownTypes: ReadonlySet<Event["type"]> = new Set<ShownEvent["type"]>([
  "message.delivered",
  "turn.replied",
  "slash.answered",
  "posture.changed",
  "call.asked",
  "call.allowed",
  "call.blocked",
  "call.finished",
  "turn.delayed",
  "turn.interrupted",
  "turn.failed",
  "turn.recovered",
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
    if (event.type === "call.finished") finishCall(next, event)
    else if (!("callId" in event) || !judgeAgain(next, event)) next.push(...lines(seq, at, event))
  }
  return next ?? items
}

function isShown(event: Event): event is ShownEvent {
  return shownTypes.has(event.type)
}

function lines(seq: number, at: Instant, event: Exclude<ShownEvent, { type: "call.finished" }>): TranscriptItem[] {
  const line = { key: `${seq}`, at }
  switch (event.type) {
    case "message.delivered":
      return [{ kind: "user", ...line, messageId: event.messageId, text: event.text, from: event.from ?? null }]
    case "slash.answered":
      return [{ kind: "app", ...line, line: event.line, text: event.text }]
    case "posture.changed":
      if (event.axis === "surface") return []
      return [{ kind: "app", ...line, line: "", text: transitionLine(event) }]
    case "turn.replied": {
      const { messageId, turnId, step, reply } = event
      const { content, stopReason, stopDetail, model, usage } = reply
      return [{ kind: "reply", ...line, messageId, turnId, step, content, stopReason, stopDetail, model, usage }]
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
          because: verdict.because,
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
      return [...draft(line, event.draft, "stopped"), notice(line, { type: "stopped" })]
    case "turn.failed":
      return [
        ...draft(line, event.draft, "failed"),
        notice(line, { type: "failed", failure: event.failure, parked: event.parked }),
      ]
    case "turn.recovered":
      return [...draft(line, event.draft, "crash"), notice(line, { type: "recovered" })]
  }
}

function draft(line: { key: string; at: Instant }, text: string, cause: DraftItem["cause"]): DraftItem[] {
  return text === "" ? [] : [{ kind: "draft", ...line, key: `${line.key}-draft`, text, cause }]
}

function notice(line: { key: string; at: Instant }, what: Notice): NoticeItem {
  return { kind: "notice", ...line, notice: what }
}

const callStatus = { "call.asked": "waiting", "call.allowed": "running", "call.blocked": "blocked" } as const

/** A call that waited for the user is the same line when it goes ahead or is refused. */
function judgeAgain(items: TranscriptItem[], event: EventOf<"call.asked" | "call.allowed" | "call.blocked">): boolean {
  const index = items.findLastIndex((item) => item.kind === "call" && item.callId === event.callId)
  const item = items[index]
  if (item?.kind !== "call") return false
  items[index] = { ...item, status: callStatus[event.type], because: event.verdict.because }
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
