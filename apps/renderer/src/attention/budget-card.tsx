// Owns: money that is spent. The agent is paused at a safe point; the user names a new limit or leaves it so.
import type { AttentionItem } from "@kibitz/contract"
import { use, useId, useState } from "react"
import { useAgent } from "../app/session-context.ts"
import { money, readMoney } from "./attention-copy.ts"
import { Card, CardWatchContext, useCard } from "./card.tsx"
import { Action } from "./card-parts.tsx"

type BudgetItem = Extract<AttentionItem, { kind: "budget" }>

export function BudgetCard({ item, agent }: { item: BudgetItem; agent: string }) {
  const holder = useAgent(item.holderId, ({ name }) => name) ?? agent
  return (
    <Card
      heading={
        <>
          Budget · <bdi>{holder}</bdi>
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={{}}
    >
      <div className="card-body">
        <p>
          Budget reached: {money(item.spentUsd)} of {money(item.limitUsd)}. {agent} is paused at a safe point.
        </p>
      </div>
      <Raise item={item} holder={holder} />
    </Card>
  )
}

function Raise({ item, holder }: { item: BudgetItem; holder: string }) {
  const tools = useCard()
  const watch = use(CardWatchContext)
  const id = useId()
  const [text, setText] = useState(() => proposed(item.limitUsd))
  const limit = readMoney(text)
  const isEnough = limit !== null && limit > item.spentUsd
  const raise = () => {
    if (isEnough) tools.answer([item.id], { type: "agent.set-budget", agentId: item.holderId, limitUsd: limit })
  }
  return (
    <div className="card-form">
      <label htmlFor={id}>New limit for {holder} and all below, in US dollars</label>
      <div className="field-line">
        <input
          id={id}
          className="field amount-wide"
          inputMode="decimal"
          value={text}
          aria-invalid={!isEnough}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.repeat) tools.act(raise)()
          }}
        />
        <Action isDisabled={!isEnough} onAct={raise}>
          {isEnough ? `Raise to ${money(limit)}` : "Raise the limit"}
        </Action>
        <Action tone="quiet" onAct={watch.fold}>
          Leave paused
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
