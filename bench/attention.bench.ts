// The queue is ordered anew whenever something in it changes: what a thousand things that wait cost, and how that grows.
import { AgentId, type AttentionItem, type Instant } from "@kibitz/contract"
import { orderItems } from "@kibitz/domain"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { type Benchmark, median, percentile } from "./harness.ts"

const LIMIT_MS = 1
const ITEMS = 1_000
const MORE = 5
const WARM_UP = 200
const RUNS = 5
const ROUNDS = 100
const now = teamTime

/** Ten teams of ten, each led by one that waits for a team of a hundred: depth 4, as many agents as items. */
const agents = [
  { id: "jake", waits: "child" as const },
  ...Array.from({ length: 10 }, (_, lead) => ({ id: `lead${lead}`, under: "jake", waits: "child" as const })),
  ...Array.from({ length: 100 }, (_, team) => ({ id: `team${team}`, under: `lead${team % 10}`, waits: "child" as const })),
  ...Array.from({ length: ITEMS }, (_, at) => ({ id: `agent${at}`, under: `team${at % 100}` })),
]
const kinds = ["question", "approval", "help", "stuck", "knock", "result"] as const

export const attentionBenchmark: Benchmark = {
  name: "attention",
  run: async () => {
    const one = timed(ITEMS)
    const many = timed(ITEMS * MORE)
    return [
      {
        name: "attention-order",
        value: median(one),
        limit: LIMIT_MS,
        unit: "ms",
        target: 1,
        note: `${ITEMS} items of ${agents.length} agents, the quietest of ${RUNS} runs of ${ROUNDS}, p99 ${percentile(one, 0.99).toFixed(3)} ms`,
      },
      {
        name: "attention-order-growth",
        value: median(many) / median(one),
        limit: MORE,
        unit: "times the cost",
        // Sorting grows a little faster than what is sorted.
        target: 2,
        note: `${ITEMS * MORE} items take ${median(many).toFixed(3)} ms`,
      },
    ]
  },
}

function timed(count: number): number[] {
  const world = sampleTeam(agents)
  const items = Array.from({ length: count }, (_, at) => itemAt(at))
  const visited = new Map(items.slice(0, 20).map(({ id }) => [id, now]))
  const context = { now, world, lastAnswer: { agentId: AgentId.parse("agent7"), at: now }, visited, pinned: new Set<AgentId>() }
  const once = () => {
    const from = performance.now()
    const entries = orderItems(items, context)
    const took = performance.now() - from
    if (entries.length === 0) throw new Error("nothing was ordered")
    return took
  }
  for (let round = 0; round < WARM_UP; round++) once()
  // The quietest of several runs: what else the machine does is not the queue's.
  const runs = Array.from({ length: RUNS }, () => Array.from({ length: ROUNDS }, once))
  return runs.reduce((a, b) => (median(b) < median(a) ? b : a))
}

function itemAt(at: number): AttentionItem {
  const kind = kinds[at % kinds.length] ?? "question"
  const waited = ((at * 7_919) % 7_200) * 1_000
  const instant = new Date(Date.parse(now) - waited).toISOString() as Instant
  // Every tenth question or approval is one of several alike.
  const batch = at % 10 === 0 && (kind === "question" || kind === "approval") ? { batch: `b${at % 50}` } : {}
  return sampleItem(kind, { id: `item${at}`, agentId: `agent${at % ITEMS}`, at: instant, ...batch } as never)
}
