// Owns: what was put off: until when, and the way to have it back now.

import type { AttentionItem } from "@kibitz/contract"
import { snoozedItems } from "@kibitz/domain"
import { useMemo } from "react"
import { nameOf } from "../../../kernel/agents/agent-names.ts"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession, useWorld, useWorldNow } from "../../../kernel/session/session-context.ts"
import { formatTime, useCoarseNow } from "../../../kernel/ui/clock.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { itemLine, kindWord } from "../../../kernel/words/attention-copy.ts"

const none: readonly AttentionItem[] = []

export function Snoozed() {
  const worldNow = useWorldNow()
  const attention = useWorld(({ world }) => world?.attention)
  const now = useCoarseNow()
  const asleep = useMemo(() => {
    const world = worldNow()
    return world && attention ? snoozedItems(Object.values(attention), { world, now }) : none
  }, [worldNow, attention, now])
  if (asleep.length === 0) return null
  return (
    <div className="needs-snoozed" data-testid="snoozed">
      <Fold summary={<span>Snoozed {asleep.length}</span>}>
        <ul>
          {asleep.map((item) => (
            <SnoozedLine key={item.id} item={item} />
          ))}
        </ul>
      </Fold>
    </div>
  )
}

function SnoozedLine({ item }: { item: AttentionItem }) {
  const session = useSession<Asks>()
  const name = useWorld(({ world }) => (world ? nameOf(world, item.agentId) : ""))
  const what = `${kindWord(item)} of ${name}`
  return (
    <li className="snoozed-line">
      <span className="snoozed-what">
        {kindWord(item)} · <bdi>{name}</bdi>: {itemLine(item)}
      </span>
      <span className="snoozed-until">
        {item.snoozed === "team" ? "until its team has finished" : item.snoozed && `until ${formatTime(item.snoozed)}`}
      </span>
      <ChangeButton
        className="button button-small"
        aria-label={`Wake ${what}`}
        onClick={() => void session.ask({ type: "attention.snooze", itemId: item.id, until: null })}
      >
        Wake
      </ChangeButton>
    </li>
  )
}
