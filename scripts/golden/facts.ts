// Owns: the facts in a golden journal that every later version must still find: who is there and how they are, what was said, what it cost. The whole world is
// not among them, because its shape may change.
import { createHash } from "node:crypto"
import { systemClock } from "@kibitz/adapters/system"
import type { AgentId, Instant, Recorded } from "@kibitz/contract"
import { atOnce, type JournalReader, type Log } from "@kibitz/ports"
import { openStill } from "@kibitz/supervisor"

/** Small, so that a transcript takes several pages. */
const PAGE_BYTES = 2_000
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }
const nothing = { events: () => {}, live: () => {} }

export type Facts = ReturnType<typeof factsOf>

export function factsOf(journal: JournalReader) {
  const { channels } = openStill(journal, systemClock(), quiet)
  const opened = channels.subscribe({ kind: "world" }, nothing)?.snapshot
  if (opened?.kind !== "world") throw new Error("the world cannot be read")
  const { agents, settings, attention, grants, sandbox, head } = opened.world
  const types: Record<string, number> = {}
  for (const { event } of journal.since(0)) types[event.type] = (types[event.type] ?? 0) + 1
  const found = channels.subscribe({ kind: "find", agentId: "jake" as AgentId, text: "hello", before: null }, nothing)?.snapshot
  return {
    entries: journal.last(),
    types: Object.fromEntries(Object.entries(types).toSorted()),
    agents: Object.values(agents)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name, parentId, assignment, posture, standing, limitUsd }) => {
        const transcript = transcriptOf(journal, id)
        return { id, name, parentId, assignment, posture, standing: standing.kind, limitUsd, ...transcript }
      }),
    theme: settings.theme,
    waiting: Object.values(attention)
      .map(({ kind }) => kind)
      .toSorted(),
    grants: Object.values(grants).map(({ scope, pattern }) => ({ scope, pattern })),
    hasSandbox: sandbox.state,
    head,
    found: found?.kind === "find" ? found.lines.map(({ seq }) => seq) : [],
    cost: journal.cost("2000-01-01T00:00:00.000Z" as Instant),
    audit: atOnce(journal.verifyAudit()),
    problem: atOnce(journal.verifyEvents()),
  }
}

/** Read twice, from its end and from its beginning: both must be the same. */
function transcriptOf(journal: JournalReader, agentId: AgentId) {
  const backward: Recorded[] = []
  for (let before: number | null = null; ; ) {
    const page = journal.page(agentId, before, PAGE_BYTES)
    backward.unshift(...page.events)
    if (page.older === null) break
    before = page.older
  }
  const forward: Recorded[] = []
  for (let after = 0; ; ) {
    const page = journal.pageAfter(agentId, after, PAGE_BYTES)
    forward.push(...page.events)
    if (page.newer === null) break
    after = page.newer
  }
  if (digestOf(backward) !== digestOf(forward)) throw new Error(`the pages of ${agentId} differ by the way they are read`)
  return { transcript: backward.length, said: digestOf(backward.map(wordsOf)) }
}

function wordsOf({ seq, at, event }: Recorded): unknown {
  if (event.type === "message.delivered") return [seq, at, event.text]
  if (event.type === "turn.replied") return [seq, at, event.reply.content]
  if (event.type === "call.finished") return [seq, at, event.result.output]
  return [seq, at, event.type]
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex")
}
