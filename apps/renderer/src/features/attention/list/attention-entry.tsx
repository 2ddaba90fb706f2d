// Owns: one thing that waits, as a line of the rail: it leads there, and where that is allowed it opens to its card without joining.
import type { Instant } from "@kibitz/contract"
import { ChevronRight } from "lucide-react"
import { memo } from "react"
import { showAskers } from "../../../kernel/agents/agent-names.ts"
import { glyphFor } from "../../../kernel/attention/folded-line.tsx"
import { useClosed } from "../../../kernel/controls/change-button.tsx"
import type { Group } from "../../../kernel/desk/strip-state.ts"
import { useWorld } from "../../../kernel/session/session-context.ts"
import { useTold } from "../../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { agentsWait, waitedWords } from "../../../kernel/words/attention-copy.ts"
import { CardOf } from "../cards/card-of.tsx"
import { fanoutSign, headline, isAnsweredHere, shortLine } from "./entry-facts.ts"

/** The same object for as long as the list is there. */
export type EntryActions = {
  open(group: Group): void
  unfold(key: string | null): void
  reach(key: string): void
}

type AttentionEntryProps = {
  group: Group
  /** Where the arrows stand. */
  isAt: boolean
  isUnfolded: boolean
  /** Its card is the open one in the chat. */
  isCurrent: boolean
  actions: EntryActions
}

export const AttentionEntryLine = memo(function AttentionEntryLine(props: AttentionEntryProps) {
  const { group, isAt, isUnfolded, isCurrent, actions } = props
  const [first] = group.items
  const what = useClosed() === null ? "Answer here" : "Read here"
  const names = useWorld(({ world }) =>
    world
      ? showAskers(
          world,
          group.items.map(({ agentId }) => agentId),
        )
      : "",
  )
  if (!first) return null
  const fanout = fanoutSign(group)
  const canAnswer = isAnsweredHere(first)
  const toggle = () => actions.unfold(isUnfolded ? null : group.key)
  return (
    <div className="needs-entry" data-items={group.items.map(({ id }) => id).join(" ")}>
      <div className="needs-line">
        <button
          type="button"
          className="needs-go"
          data-entry={group.key}
          data-testid={`item-${first.id}`}
          data-kind={first.kind}
          tabIndex={isAt ? 0 : -1}
          aria-current={isCurrent ? "true" : undefined}
          onFocus={() => actions.reach(group.key)}
          onClick={() => actions.open(group)}
        >
          <StatusGlyph status={glyphFor(group)} />
          <span className="needs-text">
            <span className="needs-what">
              <strong>{headline(group)}</strong> <span className="needs-words">{shortLine(first)}</span>
            </span>
            <span className="needs-facts">
              <bdi className="needs-who">{names}</bdi>
              <Waited since={first.at} />
              {fanout !== "" && (
                <span className="needs-fanout" title={agentsWait(group.fanout)}>
                  <span aria-hidden>{fanout}</span>
                  <span className="visually-hidden">{agentsWait(group.fanout)}</span>
                </span>
              )}
            </span>
          </span>
        </button>
        {canAnswer && (
          <button
            type="button"
            className="icon-button needs-unfold"
            tabIndex={isAt ? 0 : -1}
            aria-expanded={isUnfolded}
            aria-label={`${what}: ${headline(group)} of ${names}`}
            title={`${what}, without joining (→)`}
            onClick={toggle}
          >
            <ChevronRight size="0.875rem" aria-hidden className={isUnfolded ? "needs-unfolded" : undefined} />
          </button>
        )}
      </div>
      {isUnfolded && canAnswer && (
        <div className="needs-card">
          <CardOf items={group.items} onReview={() => {}} />
        </div>
      )}
    </div>
  )
})

/** Of the first of them. By itself: a line is not drawn anew because time passes. */
function Waited({ since }: { since: Instant }) {
  return <span className="needs-waited">{useTold((now) => waitedWords(since, now))}</span>
}
