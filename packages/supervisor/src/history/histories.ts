// Owns: what each working agent's model is told, read once per turn and then kept up as events are committed. Dropped when the turn
// ends: an agent that rests costs nothing.
import type { AgentId, Event, Recorded, Seq, Turn, TurnId } from "@kibitz/contract"
import {
  asRequest,
  exchangeOf,
  exhibitMessages,
  fitHistory,
  type HistoryMessage,
  historyMarkOf,
  historyOf,
  leastSize,
  plainHistory,
  repairHistory,
  spokenCalls,
  withoutDeclined,
} from "@kibitz/domain"
import type { JournalReader } from "@kibitz/ports"
import type { Words } from "./words.ts"

/** Stored bytes read back at most; far more than any model takes. They are read piece by piece, and no further than what is sent. */
const READ_BYTES = 4_000_000
const PIECE_BYTES = 500_000
/** Characters sent at most; about 200,000 tokens of English. Halved each time a provider says it is too long (A6). */
const SEND_CHARACTERS = 700_000

/**
 * `plain`: the provider has refused this conversation as it was, so that for the rest of the turn it is sent without what only some take. `apart`:
 * the exchange of the last turn that was not part of the conversation.
 */
type Kept = {
  messages: HistoryMessage[]
  apart: { turnId: TurnId; messages: HistoryMessage[] } | null
  through: number
  paused: boolean
  plain: boolean
}

/** An event and what it says to the model. */
type Read = { readonly recorded: Recorded; readonly messages: readonly HistoryMessage[] }

export type Asked = {
  readonly turn: Pick<Turn, "id" | "brief">
  readonly words: Words
  readonly shrink: number
  /** As an invalid request, at the try before this one. */
  readonly wasRefused?: boolean
}

export type Histories = {
  request(agentId: AgentId, asked: Asked): readonly HistoryMessage[]
  forget(agentId: AgentId): void
  follow(batch: readonly Recorded[]): void
}

export function openHistories(journal: JournalReader): Histories {
  const kept = new Map<AgentId, Kept>()

  function load(agentId: AgentId): Kept {
    const loaded: Kept = { messages: [], apart: null, through: 0, paused: false, plain: false }
    for (const { recorded, messages } of newest(agentId)) add(loaded, recorded, messages)
    kept.set(agentId, loaded)
    return loaded
  }

  /** As much of the transcript as could be sent, oldest first. An agent that has worked for days begins a turn as cheaply as a new one. */
  function newest(agentId: AgentId): Read[] {
    const pieces: Read[][] = []
    let size = 0
    let before: Seq | null = null
    for (let bytes = 0; bytes < READ_BYTES && size <= SEND_CHARACTERS; bytes += PIECE_BYTES) {
      const { events, older } = journal.page(agentId, before, PIECE_BYTES)
      const piece = events.map((recorded) => ({ recorded, messages: historyOf(recorded.event) }))
      pieces.push(piece)
      size += piece.reduce((sum, { messages }) => sum + leastSize(messages), 0)
      // What was said before that is never sent again.
      if (older === null || events.some(({ event }) => historyMarkOf(event)?.startsOver)) break
      before = older
    }
    return pieces.reverse().flat()
  }

  /** A result may be known before it is on disk (ADR 6): what is read back later would not have it. */
  function keptFor(event: Extract<Event, { agentId: AgentId }>): Kept | undefined {
    return kept.get(event.agentId) ?? (historyMarkOf(event)?.mayBeAhead ? load(event.agentId) : undefined)
  }

  return {
    request(agentId, { turn, words, shrink, wasRefused = false }) {
      const history = kept.get(agentId) ?? load(agentId)
      if (wasRefused) history.plain = true
      const base = words.sees.from === "exhibits" ? exhibits(words.sees, turn.id, shrink) : conversation(history, shrink)
      const spoken = words.fewTools ? spokenCalls(base, namesOf(words)) : base
      if (!turn.brief.apart && spoken === base) return asRequest(base, history.paused)
      return asRequest(repairHistory([...spoken, ...apartFrom(history, turn, words)]), history.paused)
    },
    forget: (agentId) => void kept.delete(agentId),
    follow(batch) {
      for (const recorded of batch) {
        const history = "agentId" in recorded.event ? keptFor(recorded.event) : undefined
        if (history && recorded.seq > history.through) add(history, recorded)
      }
    },
  }
}

/** Repaired and fitted. */
function conversation(history: Kept, shrink: number): readonly HistoryMessage[] {
  const repaired = repairHistory(history.plain ? plainHistory(history.messages) : history.messages)
  const fitted = fitHistory(repaired, SEND_CHARACTERS / 2 ** shrink)
  // What did not fit now will not fit later either: a turn of hundreds of steps does not keep all that its tools ever brought.
  if (fitted !== repaired && shrink === 0) history.messages = [...fitted]
  return fitted === repaired ? repaired : repairHistory(fitted)
}

function exhibits(sees: Extract<Words["sees"], { from: "exhibits" }>, turnId: TurnId, shrink: number): readonly HistoryMessage[] {
  return exhibitMessages(sees, turnId, SEND_CHARACTERS / 2 ** shrink)
}

/** What a turn that is apart adds to what it sees: the words that end the conversation for it, and what was said in it so far. */
function apartFrom(history: Kept, { id, brief }: Asked["turn"], { sees }: Words): readonly HistoryMessage[] {
  if (!brief.apart) return []
  const last: HistoryMessage[] =
    sees.from === "conversation" && sees.last !== undefined
      ? [{ role: "user", content: [{ type: "text", text: sees.last }] }]
      : []
  const own = history.apart?.turnId === id ? history.apart.messages : []
  return [...last, ...(history.plain ? plainHistory(own) : own)]
}

function namesOf({ tools }: Words): readonly string[] {
  return tools.map(({ name }) => name)
}

/** Whether it belongs to an exchange that is apart; it is then no part of the conversation. */
function addApart(history: Kept, event: Event): boolean {
  if (!("turnId" in event)) return false
  const isApart = "apart" in event && event.apart !== undefined
  const known = history.apart?.turnId === event.turnId ? history.apart : null
  if (!known && !isApart) return false
  history.apart = known ?? { turnId: event.turnId, messages: [] }
  history.apart.messages.push(...exchangeOf(event))
  return true
}

function add(history: Kept, { seq, event }: Recorded, messages: readonly HistoryMessage[] = historyOf(event)): void {
  history.through = seq
  const mark = historyMarkOf(event)
  if (mark?.isPaused !== undefined) history.paused = mark.isPaused
  if (addApart(history, event)) return
  if (mark?.startsOver) history.messages = []
  if (mark?.wasDeclined) history.messages = withoutDeclined(history.messages)
  history.messages.push(...messages)
}
