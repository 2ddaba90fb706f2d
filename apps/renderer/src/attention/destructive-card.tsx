// Owns: the card for what cannot be undone: alone, never remembered, two steps, the safe button first and focused (card law 5).
import type { ApprovalItem } from "@kibitz/contract"
import { OctagonAlert } from "lucide-react"
import { useEffect, useRef } from "react"
import { useMsSince } from "../ui/clock.ts"
import { deny, once } from "./approval-answers.ts"
import { Asked, DenyButton } from "./approval-parts.tsx"
import { oneLine } from "./attention-copy.ts"
import { Card, type CardTools, useCard } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

export function DestructiveCard({ item, agent }: { item: ApprovalItem; agent: string }) {
  const isArmed = useMsSince(item.armedUntil) < 0
  return (
    <Card
      tone="danger"
      icon={<OctagonAlert size="1rem" aria-hidden className="card-danger-icon" />}
      heading={
        <>
          <span className="card-shout">Cannot be undone</span> · <bdi>{agent}</bdi>
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={
        isArmed
          ? { d: (tools) => deny(tools, [item], "") }
          : { a: (tools) => arm(tools, item), d: (tools) => deny(tools, [item], "") }
      }
    >
      <Asked item={item} />
      {isArmed ? <StepTwo item={item} /> : <StepOne item={item} />}
    </Card>
  )
}

function arm(tools: CardTools, item: ApprovalItem): void {
  tools.restart()
  void tools.ask({ type: "approval.arm", item: { id: item.id, hash: item.hash } })
}

function StepOne({ item }: { item: ApprovalItem }) {
  const tools = useCard()
  const what = oneLine(item.detail)
  return (
    <CardActions>
      <DenyButton items={[item]} label="Deny" what={what} />
      <Action letter="A" tone="danger" about={what} onAct={() => arm(tools, item)}>
        Approve…
      </Action>
      <OpenChat agentId={item.agentId} />
    </CardActions>
  )
}

function StepTwo({ item }: { item: ApprovalItem }) {
  const tools = useCard()
  const keep = useRef<HTMLButtonElement>(null)
  const { restart } = tools
  useEffect(() => {
    restart()
    // Only for those who are in the card: it must not pull anybody in.
    if (keep.current?.closest(".card")?.contains(document.activeElement) || document.activeElement === document.body)
      keep.current?.focus()
  }, [restart])
  return (
    <div className="card-step-two">
      <p>This is for good: no checkpoint brings it back.</p>
      <CardActions>
        <Action ref={keep} letter="D" onAct={() => deny(tools, [item], "")}>
          Keep it as it is
        </Action>
        <Action tone="danger" onAct={() => once(tools, [item])}>
          {item.stepTwo}
        </Action>
      </CardActions>
    </div>
  )
}
