// Owns: what a conversation shows of a turn: replies, what was being written when it broke off, and why it stopped.
import type { EventOf } from "@kibitz/contract"
import { oddLines } from "../history/odd-reply.ts"
import type { DraftItem, LineAt, Notice, NoticeItem, TranscriptItem } from "../kernel/transcript-item.ts"
import { cutChecks } from "../verification/transcript.ts"

export function showReply(items: TranscriptItem[], event: EventOf<"turn.replied">, line: LineAt): void {
  const { messageId, turnId, step, reply } = event
  const { content, stopReason, stopDetail, model, usage } = reply
  const odd = oddLines(reply)
  if (event.apart) {
    const { kind: brief, speaker = null } = event.apart
    items.push({ kind: "brief", ...line, brief, speaker, turnId, step, content, model, usage })
  } else items.push({ kind: "reply", ...line, messageId, turnId, step, content, stopReason, stopDetail, model, usage })
  if (odd.length > 0) items.push({ kind: "app", ...line, key: `${line.key}-odd`, line: "", text: odd.join(" ") })
}

export function showSentBack(items: TranscriptItem[], { problem }: EventOf<"turn.sent-back">, line: LineAt): void {
  items.push({ kind: "app", ...line, line: "", text: `Sent back: ${problem}` })
}

export function showDelay(items: TranscriptItem[], { draft: text, failure, until }: EventOf<"turn.delayed">, line: LineAt): void {
  items.push(...draft(line, text, "delayed"), notice(line, { type: "delayed", failure, until }))
}

export function showStop(items: TranscriptItem[], event: EventOf<"turn.interrupted">, line: LineAt): void {
  cutChecks(items, event)
  // Of a pause there is a line already: that the agent is paused.
  if (event.paused) items.push(...draft(line, event.draft, "paused"))
  else items.push(...draft(line, event.draft, "stopped"), notice(line, { type: "stopped" }))
}

export function showFailure(items: TranscriptItem[], event: EventOf<"turn.failed">, line: LineAt): void {
  cutChecks(items, event)
  const { failure, parked, model } = event
  items.push(
    ...draft(line, event.draft, failure.kind === "crashed" ? "crash" : "failed"),
    // The model as it was then; the agent may ask for another one since.
    notice(line, { type: "failed", failure, parked, ...(model === undefined ? {} : { model }) }),
  )
}

export function showRecovery(items: TranscriptItem[], event: EventOf<"turn.recovered">, line: LineAt): void {
  items.push(...draft(line, event.draft, "crash"), notice(line, { type: "recovered" }))
}

function draft(line: LineAt, text: string, cause: DraftItem["cause"]): DraftItem[] {
  return text === "" ? [] : [{ kind: "draft", ...line, key: `${line.key}-draft`, text, cause }]
}

function notice(line: LineAt, what: Notice): NoticeItem {
  return { kind: "notice", ...line, notice: what }
}
