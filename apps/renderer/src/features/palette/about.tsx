// Owns: what a line of the list has no room for: all that is said about the entry that was reached. For the eye: the entry itself says it to a screen reader.
import type { World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { needsOf } from "../../kernel/agents/status-glyphs.ts"
import { Hint } from "../../kernel/slash/hint.tsx"
import { itemLine } from "../../kernel/words/attention-copy.ts"
import type { Entry } from "./entries.ts"

export function About({ entry, world }: { entry: Entry; world: World | null }) {
  const asked = askedBy(entry, world)
  return (
    <div className="palette-about" data-testid="palette-about" aria-hidden>
      {asked !== "" && <p className="palette-about-asked">{asked}</p>}
      <p>{entry.refusal ?? entry.detail}</p>
      {entry.keys === "" && (
        <p className="palette-about-hint">
          <Hint hint={entry.aside} />
        </p>
      )}
    </div>
  )
}

/** Longer ones may have no room in their line. */
const SHORT = 24

/** Whether there is more to read than its line shows. */
export function hasMore({ act, detail, isCommand, refusal }: Entry): boolean {
  return isCommand || refusal !== null || (act.kind === "agent" && act.asks) || detail.length > SHORT
}

/** What one is led to. */
function askedBy({ act }: Entry, world: World | null): string {
  const agent = world && act.kind === "agent" && act.asks ? findAgent(world, act.agentId) : undefined
  const [first] = world && agent ? needsOf(world, agent) : []
  return first ? itemLine(first) : ""
}
