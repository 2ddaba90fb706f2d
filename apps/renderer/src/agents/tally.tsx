// Owns: the counts over an agent and all below it, as shapes with numbers; words for those who do not see them.
import type { Tally } from "@kibitz/contract"
import { type Glyph, StatusGlyph } from "../ui/status-glyph.tsx"

export type TallyPart = { readonly glyph: Glyph; readonly count: number; readonly word: string }

/** Only what there is, most urgent first. */
export function tallyParts({ tiers, stuck, working, stopped, paused, done }: Tally): readonly TallyPart[] {
  const [stop = 0, blocked = 0] = tiers
  const parts: readonly TallyPart[] = [
    { glyph: "needs-you", count: stop + blocked, word: "for you" },
    { glyph: "failed", count: stuck, word: "stuck" },
    { glyph: "working", count: working, word: "working" },
    { glyph: "ready", count: stopped, word: "go on by themselves" },
    { glyph: "paused", count: paused, word: "paused" },
    { glyph: "done", count: done, word: "done" },
  ]
  return parts.filter(({ count }) => count > 0)
}

export function TallyCounts({ tally }: { tally: Tally }) {
  const parts = tallyParts(tally)
  if (parts.length === 0) return null
  const words = parts.map(({ count, word }) => `${count} ${word}`).join(", ")
  return (
    <span className="tally" role="img" aria-label={`With all below: ${words}`} title={`With all below: ${words}`}>
      {parts.map(({ glyph, count }) => (
        <span key={glyph}>
          <StatusGlyph status={glyph} />
          {count}
        </span>
      ))}
    </span>
  )
}
