// Owns: how much of what other agents say may wait for one agent. Reports are never refused, so the oldest of them are shortened: that a child
// is done must reach its parent, and its last words are still in its own chat.
import { AGENT_QUEUE_LIMITS, type Agent, type Event, type MessageId, type QueuedMessage } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"

type Said = Pick<QueuedMessage, "from" | "note">

export function isFromUser({ from, note }: Said): boolean {
  return from === undefined && note === undefined
}

export function hasRoomForAgents(queue: readonly QueuedMessage[], text: string): boolean {
  return fits([...queue.filter((message) => !isFromUser(message)), { text }])
}

/** What has to happen before one more report of this length is put into the queue. */
export function roomForReport(parent: Agent, text: string, moment: Moment): Event[] {
  if (hasRoomForAgents(parent.queue, text)) return []
  const reports = parent.queue.filter(({ note, delivery }) => note === "report" && delivery === "queue")
  // Half of them, so that not every further report makes a new list. Those that came last stay whole.
  const kept = reports.slice(Math.ceil(reports.length / 2))
  while (kept.length > 0 && !isHalfFull([...kept, { text }])) kept.shift()
  const shortened = reports.slice(0, reports.length - kept.length)
  if (shortened.length === 0) return []
  const agentId = parent.id
  return [
    ...shortened.map(({ id }): Event => ({ type: "message.withdrawn", agentId, messageId: id })),
    {
      type: "message.queued",
      agentId,
      messageId: moment.id("msg") as MessageId,
      text: listOf(shortened),
      delivery: "queue",
      note: "report",
      ...(shortened.some(({ tainted }) => tainted) ? { tainted: true } : {}),
    },
  ]
}

const HEADING = "Reports that came while you were busy, shortened to their first lines:"
const LONGEST_LIST = 20_000

/** The first line of each is Kibitz's own sentence; what a child said comes after it, fenced. A list before this one goes into it. */
function listOf(reports: readonly QueuedMessage[]): string {
  const lines = reports.flatMap(({ text }) =>
    text.startsWith(`${HEADING}\n`) ? text.split("\n").slice(1) : [`- ${text.split("\n", 1)[0] ?? ""}`],
  )
  let [from, length] = [lines.length, 0]
  while (from > 0 && length + (lines[from - 1]?.length ?? 0) < LONGEST_LIST) length += (lines[--from]?.length ?? 0) + 1
  return [HEADING, ...(from > 0 ? ["- Earlier ones were left out."] : []), ...lines.slice(from)].join("\n")
}

function fits(messages: readonly { readonly text: string }[], part = 1): boolean {
  const characters = messages.reduce((sum, { text }) => sum + text.length, 0)
  return messages.length <= AGENT_QUEUE_LIMITS.messages * part && characters <= AGENT_QUEUE_LIMITS.characters * part
}

function isHalfFull(messages: readonly { readonly text: string }[]): boolean {
  return fits(messages, 0.5)
}
