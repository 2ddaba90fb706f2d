// Owns: the counts over an agent and all below it, as shapes with numbers; words for those who do not see them.
import type { Tally } from "@kibitz/contract"
import { agentCounts } from "@kibitz/domain"
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx"
import { needYou } from "../words/attention-copy.ts"

export type TallyPart = { readonly glyph: Glyph; readonly count: number; readonly words: string }

/** Agents, each once, by the sign it has; only what there is, most urgent first. Who merely waits is not told (ux 1.1). */
export function tallyParts(tally: Tally): readonly TallyPart[] {
  const { needsYou, stuck, working, stopped, paused, done } = agentCounts(tally)
  const parts: readonly TallyPart[] = [
    { glyph: "needs-you", count: needsYou, words: needYou(needsYou) },
    { glyph: "failed", count: stuck, words: `${stuck} stuck` },
    { glyph: "working", count: working, words: `${working} working` },
    { glyph: "ready", count: stopped, words: `${stopped} go on by themselves` },
    { glyph: "paused", count: paused, words: `${paused} paused` },
    { glyph: "done", count: done, words: `${done} done` },
  ]
  return parts.filter(({ count }) => count > 0)
}

export function tallyWords(parts: readonly TallyPart[]): string {
  return `With all below: ${parts.map(({ words }) => words).join(", ")}`
}

export function TallyCounts({ tally }: { tally: Tally }) {
  const parts = tallyParts(tally)
  if (parts.length === 0) return null
  const words = tallyWords(parts)
  return (
    <span className="tally" role="img" aria-label={words} title={words}>
      {parts.map(({ glyph, count }) => (
        <span key={glyph}>
          <StatusGlyph status={glyph} />
          {count}
        </span>
      ))}
    </span>
  )
}
