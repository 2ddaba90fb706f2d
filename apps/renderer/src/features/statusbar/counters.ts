// Owns: which counts stand in the status bar (ux 1.1). Those that lead somewhere are always there, in the same place; the others come after them, each
// with the shape of ux 5.2 and only while it counts somebody. Pure.
import type { Agent, Instant, Tally, World } from "@kibitz/contract"
import { agentCounts, agentStatus } from "@kibitz/domain"
import { needsOf } from "../../kernel/agents/status-glyphs.ts"
import type { Glyph } from "../../kernel/ui/status-glyph.tsx"
import { needYou } from "../../kernel/words/attention-copy.ts"

export type Counter = {
  readonly name: "done" | "working" | "needs-you" | "stuck" | "goes-on" | "waits" | "paused" | "idle"
  readonly glyph: Glyph
  readonly count: number
  readonly words: string
}

/** Who has been at work the longest without a pause. */
export type Longest = { readonly name: string; readonly since: Instant }

/** `waits`: of those who do nothing and whom nobody must answer, who waits for another agent; the others are idle. */
export type Counted = { readonly waits: number; readonly longest: Longest | null }

export const nobodyCounted: Counted = { waits: 0, longest: null }

export function countAgents({ agents, attention }: Pick<World, "agents" | "attention">): Counted {
  let waits = 0
  let longest: Longest | null = null
  for (const bucket of agents) {
    for (const id in bucket) {
      const agent = bucket[id as keyof typeof bucket]
      if (!agent) continue
      const status = agentStatus(agent)
      if (waitsForOthers(agent) && needsOf({ attention }, agent).length === 0) waits += 1
      const since = status === "working" || status === "verifying" ? agent.turn?.startedAt : undefined
      if (since !== undefined && (longest === null || since < longest.since)) longest = { name: agent.name, since }
    }
  }
  return { waits, longest }
}

/** Also where all of its team have stopped: it goes on when one of them does. */
function waitsForOthers({ turn, presence, standing, due, trouble, waits }: Agent): boolean {
  if (turn || presence || due || trouble || standing.kind !== "open") return false
  return waits === "child" || waits === "parent"
}

export function countsSame(a: Counted, b: Counted): boolean {
  return a.waits === b.waits && a.longest?.since === b.longest?.since && a.longest?.name === b.longest?.name
}

/** Every agent once: together they are as many as there are agents. `waiting` is counted anew less often than the others. */
export function countersOf(tally: Tally, waiting: number): readonly Counter[] {
  const { needsYou, done, working, stopped, paused, stuck, waiting: quiet } = agentCounts(tally)
  const waits = Math.min(waiting, quiet)
  const idle = quiet - waits
  const unread = tally.tiers[4]
  const both = tally.needed.working
  const always: readonly Counter[] = [
    { name: "done", glyph: "done", count: done, words: unread > 0 ? `${done} done, ${unread} to read` : `${done} done` },
    {
      name: "working",
      glyph: "working",
      count: working,
      words: both > 0 ? `${working} working, and ${both} of those who need you` : `${working} working`,
    },
    { name: "needs-you", glyph: "needs-you", count: needsYou, words: needYou(needsYou) },
  ]
  const others: readonly Counter[] = [
    { name: "stuck", glyph: "failed", count: stuck, words: `${stuck} stuck` },
    { name: "goes-on", glyph: "ready", count: stopped, words: `${stopped} will go on by themselves` },
    { name: "waits", glyph: "blocked", count: waits, words: waits === 1 ? "1 waits for another" : `${waits} wait for others` },
    { name: "paused", glyph: "paused", count: paused, words: `${paused} paused` },
    { name: "idle", glyph: "idle", count: idle, words: `${idle} idle` },
  ]
  return [...always, ...others.filter(({ count }) => count > 0)]
}

/** 23m, 2h: how long, at a glance; the first minute is not counted. */
export function runtimeWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return "<1m"
  return minutes < 100 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`
}
