// Owns: which counts stand in the status bar (ux 1.1). Those that lead somewhere are always there, in the same place; the others come after them, each
// with the shape of ux 5.2 and only while it counts somebody. Pure.
import type { Instant, Tally, World } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import type { Glyph } from "../ui/status-glyph.tsx"

export type Counter = {
  readonly name: "done" | "working" | "needs-you" | "stuck" | "goes-on" | "waits" | "paused" | "idle"
  readonly glyph: Glyph
  readonly count: number
  readonly words: string
}

/** Of those who neither work nor need the user: who waits for another agent, and who has nothing to do. */
export type Quiet = { readonly waits: number; readonly idle: number }

/** Who has been at work the longest without a pause. */
export type Longest = { readonly name: string; readonly since: Instant }

export type Counted = { readonly quiet: Quiet; readonly longest: Longest | null }

export const nobodyCounted: Counted = { quiet: { waits: 0, idle: 0 }, longest: null }

export function countAgents({ agents }: Pick<World, "agents">): Counted {
  let waits = 0
  let idle = 0
  let longest: Longest | null = null
  for (const bucket of agents) {
    for (const id in bucket) {
      const agent = bucket[id as keyof typeof bucket]
      if (!agent) continue
      const status = agentStatus(agent)
      if (status === "waiting-child" || status === "waiting-parent") waits += 1
      if (status === "waiting" || status === "put-off") idle += 1
      const since = status === "working" || status === "verifying" ? agent.turn?.startedAt : undefined
      if (since !== undefined && (longest === null || since < longest.since)) longest = { name: agent.name, since }
    }
  }
  return { quiet: { waits, idle }, longest }
}

export function countsSame(a: Counted, b: Counted): boolean {
  return (
    a.quiet.waits === b.quiet.waits &&
    a.quiet.idle === b.quiet.idle &&
    a.longest?.since === b.longest?.since &&
    a.longest?.name === b.longest?.name
  )
}

export function countersOf({ done, working, stopped, paused, stuck, tiers }: Tally, { waits, idle }: Quiet): readonly Counter[] {
  const needed = tiers[0] + tiers[1]
  const unread = tiers[4]
  const always: readonly Counter[] = [
    { name: "done", glyph: "done", count: done, words: unread > 0 ? `${done} done, ${unread} to read` : `${done} done` },
    { name: "working", glyph: "working", count: working, words: `${working} working` },
    { name: "needs-you", glyph: "needs-you", count: needed, words: needed === 1 ? "1 needs you" : `${needed} need you` },
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
