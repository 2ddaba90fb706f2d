// Owns: the card that asks for one ordinary action: once, similar ones too, or no.
import type { ApprovalItem } from "@kibitz/contract"
import { showPattern } from "@kibitz/domain"
import { useRef, useState } from "react"
import { deny, once } from "./approval-answers.ts"
import { Asked, DenyButton } from "./approval-parts.tsx"
import { oneLine } from "./attention-copy.ts"
import { Card, useCard } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { DenyForm } from "./deny-form.tsx"
import { OpenChat } from "./open-chat.tsx"
import { SimilarForm } from "./similar-form.tsx"

type Extra = "similar" | "why" | null

export function ApprovalCard({ item, agent }: { item: ApprovalItem; agent: string }) {
  const [extra, setExtra] = useState<Extra>(null)
  const toggle = (which: Extra) => setExtra((now) => (now === which ? null : which))
  const similar = useRef<HTMLButtonElement>(null)
  const why = useRef<HTMLButtonElement>(null)
  const close = () => {
    // While the form is still there: the focus must not fall out of the card with it.
    const opener = extra === "similar" ? similar : why
    opener.current?.focus()
    setExtra(null)
  }
  const [narrowest] = item.patterns
  const what = oneLine(item.detail)
  return (
    <Card
      heading={
        <>
          Approval · <bdi>{agent}</bdi>
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={{
        a: (tools) => once(tools, [item]),
        d: (tools) => deny(tools, [item], ""),
        r: () => toggle("why"),
        ...(narrowest ? { s: () => toggle("similar") } : {}),
      }}
      onEscape={extra === null ? undefined : close}
    >
      <Asked item={item} />
      <CardActions>
        <OnceButton item={item} what={what} isMain={extra === null} />
        {narrowest && (
          <Action
            ref={similar}
            letter="S"
            about={showPattern(narrowest)}
            isOpen={extra === "similar"}
            onAct={() => toggle("similar")}
          >
            Approve similar…
          </Action>
        )}
        <DenyButton items={[item]} label="Deny" what={what} />
        <Action ref={why} letter="R" tone="quiet" isOpen={extra === "why"} onAct={() => toggle("why")}>
          Deny, say why
        </Action>
        <OpenChat agentId={item.agentId} />
      </CardActions>
      {extra === "similar" && <SimilarForm item={item} agent={agent} />}
      {extra === "why" && <DenyForm items={[item]} agent={agent} />}
    </Card>
  )
}

/** `isMain`: not while a form is open, which has an answer of its own. */
function OnceButton({ item, what, isMain }: { item: ApprovalItem; what: string; isMain: boolean }) {
  const tools = useCard()
  return (
    <Action letter="A" tone={isMain ? "primary" : "plain"} about={what} onAct={() => once(tools, [item])}>
      Approve once
    </Action>
  )
}
