// Owns: the one sign a tab carries, by precedence (ux 2.4): what needs the user, what is stuck, who knocks (ux 2.9), what is finished and unread, what
// works, what stands.
import type { Agent, Instant, World } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { askingGlyph, glyphOf, needsOf, wordOf } from "../../kernel/agents/status-glyphs.ts"
import type { Glyph } from "../../kernel/ui/status-glyph.tsx"

export type TabFace = { readonly glyph: Glyph; readonly word: string; readonly needs: number }

/** Its own items only: those below have tabs, and a place on the map, of their own. */
export function tabFace(world: Pick<World, "attention">, agent: Agent, now?: Instant): TabFace {
  const waiting = agent.items.flatMap((id) => world.attention[id] ?? [])
  const tiers = waiting.flatMap(({ tier, snoozed = null }) => (snoozed === null ? [tier] : []))
  const [first, ...more] = needsOf(world, agent)
  const needs = first ? more.length + 1 : 0
  if (first) return { glyph: askingGlyph(first), word: needs === 1 ? "needs you" : `needs you ${needs} times`, needs }
  const status = agentStatus(agent, now)
  const [glyph, word] = [glyphOf(agent, status), wordOf(agent, status)]
  if (glyph === "failed") return { glyph, word, needs }
  if (waiting.some(({ kind, snoozed = null }) => kind === "knock" && snoozed === null))
    return { glyph: "yours", word: "knocks: it would like to talk", needs }
  if (tiers.includes(4)) return { glyph: "done", word: "finished, not read yet", needs }
  return { glyph, word, needs }
}
