// Owns: looking for words in one agent's transcript, a bounded piece at a time and newest first, so that a long one neither holds up the
// others nor the one who looks.
import type { AgentId, Channel, FoundLine, Recorded, Seq } from "@kibitz/contract"
import { excerptOf, foldTranscript, lineCompletedBy, linesBegunBy, sayerOf, wordsPattern } from "@kibitz/domain"
import type { JournalReader } from "@kibitz/ports"

export type FoundLines = {
  readonly kind: "find"
  readonly agentId: AgentId
  readonly lines: FoundLine[]
  readonly older: Seq | null
}

/** Stored bytes read in one go: about ten milliseconds of work. */
const PIECE_BYTES = 1_000_000
const MORE_BYTES = 64_000
/** A call that runs is ended within a page or so of its beginning; a journal that was cut in between has no beginning at all. */
const MORE_TIMES = 4

/** `tag`: in which agents declare things to Kibitz; nothing is found in that. */
export function findLines(
  journal: JournalReader,
  { agentId, text, before }: Extract<Channel, { kind: "find" }>,
  tag: string,
): FoundLines {
  const pattern = wordsPattern(text)
  const { events, older } = wholeCalls(journal, agentId, journal.page(agentId, before, PIECE_BYTES))
  const lines = foldTranscript([], events).flatMap((item): FoundLine[] => {
    const text = excerptOf(item, pattern, tag)
    return text === null ? [] : [{ key: item.key, seq: Number.parseInt(item.key, 10), at: item.at, by: sayerOf(item), text }]
  })
  return { kind: "find", agentId, lines: lines.reverse(), older }
}

type Piece = { readonly events: readonly Recorded[]; readonly older: Seq | null }

/** What came out of a call belongs to the line where it began, which may lie before the piece. */
function wholeCalls(journal: JournalReader, agentId: AgentId, piece: Piece): Piece {
  let { events, older } = piece
  for (let more = 0; more < MORE_TIMES && older !== null && hasOrphans(events); more++) {
    const page = journal.page(agentId, older, MORE_BYTES)
    events = [...page.events, ...events]
    older = page.older
  }
  return { events, older }
}

function hasOrphans(events: readonly Recorded[]): boolean {
  const begun = new Set<string>()
  for (const { event } of events) {
    const completed = lineCompletedBy(event)
    if (completed !== null && !begun.has(completed)) return true
    for (const name of linesBegunBy(event)) begun.add(name)
  }
  return false
}
