// Owns: the lines of a conversation as values. How events become lines is declared by the concepts that own the events.
import type {
  AgentId,
  CallId,
  CheckOutcome,
  ContentBlock,
  Instant,
  Json,
  KibitzNote,
  LeaveCause,
  MessageId,
  ModelFailure,
  StopReason,
  TurnId,
  Usage,
} from "@kibitz/contract"

/** Where a line stands: its key and its time. */
export type LineAt = { readonly key: string; readonly at: Instant }

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
/** The answer to a brief that is apart from the conversation. `speaker`: in whose name; null: the agent's own. */
export type BriefItem = Line<
  "brief",
  {
    brief: string
    speaker: string | null
    turnId: TurnId
    step: number
    content: readonly ContentBlock[]
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
  | BriefItem
  | CallItem
  | DraftItem
  | NoticeItem
  | PresenceItem
  | NoteItem
  | StandingItem
  | VerificationItem
