// Owns: money that is spent. The agent is paused at a safe point; the user names a new limit or leaves it so.

import type { AttentionItem } from "@kibitz/contract"
import { useId, useState } from "react"
import { useCard, useSubmit } from "../../../kernel/attention/card-tools.ts"
import { useWaiting } from "../../../kernel/attention/use-waiting.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { useAgent } from "../../../kernel/session/session-context.ts"
import { money, readMoney } from "../../../kernel/words/attention-copy.ts"
import { Card } from "./card.tsx"
import { Action } from "./card-parts.tsx"

type BudgetItem = Extract<AttentionItem, { kind: "budget" }>

export function BudgetCard({ item, agent }: { item: BudgetItem; agent: string }) {
  const holder = useAgent(item.holderId, ({ name }) => name) ?? agent
  const waiting = useWaiting(item)
  const who = waiting === 0 ? `${agent} is` : `${waiting + 1} agents are`
  return (
    <Card
      heading={
        <>
          Budget · <bdi>{holder}</bdi>
        </>
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
    >
      <div className="card-body">
        <p>
          Budget reached: {money(item.spentUsd)} of {money(item.limitUsd)}. {who} paused at a safe point.
        </p>
      </div>
      <Raise item={item} holder={holder} />
    </Card>
  )
}

function Raise({ item, holder }: { item: BudgetItem; holder: string }) {
  const tools = useCard()
  const id = useId()
  const field = useChangeField()
  const [text, setText] = useState(() => proposed(item.limitUsd))
  const limit = readMoney(text)
  const isEnough = limit !== null && limit > item.spentUsd
  const raise = (thenNext: boolean) => {
    if (isEnough) tools.answer([item.id], { type: "agent.set-budget", agentId: item.holderId, limitUsd: limit }, thenNext)
    return isEnough
  }
  useSubmit(raise)
  return (
    <div className="card-form">
      <label htmlFor={id}>New limit for {holder} and all below, in US dollars</label>
      <div className="field-line">
        <input
          id={id}
          {...field}
          className="field amount-wide"
          inputMode="decimal"
          value={text}
          aria-invalid={!isEnough}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
            if (event.key === "Enter" && isPlain && !event.repeat) tools.act(() => raise(false))()
          }}
        />
        <Action isDisabled={!isEnough} onAct={() => raise(false)}>
          {isEnough ? `Raise to ${money(limit)}` : "Raise the limit"}
        </Action>
        <Action
          tone="quiet"
          onAct={() => tools.answer([item.id], { type: "attention.snooze", itemId: item.id, until: "tomorrow" })}
        >
          Stop for today
        </Action>
      </div>
      <p id={`${id}-note`} className="card-note">
        {isEnough ? "Work goes on from where it stopped." : `Name more than the ${money(item.spentUsd)} that are spent.`}
      </p>
    </div>
  )
}

function proposed(limitUsd: number): string {
  return (Math.ceil(limitUsd * 150) / 100).toFixed(2)
}
