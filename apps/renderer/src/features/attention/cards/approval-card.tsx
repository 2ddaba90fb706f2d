// Owns: the card that asks for one ordinary action: once, similar ones too, or no.
import type { ApprovalItem } from "@kibitz/contract"
import { showPattern } from "@kibitz/domain"
import { Pencil } from "lucide-react"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { oneLine } from "../../../kernel/words/attention-copy.ts"
import { deny, once } from "./approval-answers.ts"
import { Asked, DenyButton } from "./approval-parts.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { DenyForm } from "./deny-form.tsx"
import { OpenChat } from "./open-chat.tsx"

// It reads commands with the gate's own parser, which no start has to wait for.
const similarForm = () => import("./similar-form.tsx")
const SimilarForm = lazy(async () => ({ default: (await similarForm()).SimilarForm }))

type Extra = "similar" | "why" | null

export function ApprovalCard({ item, agent }: { item: ApprovalItem; agent: string }) {
  const [extra, setExtra] = useState<Extra>(null)
  // Before it is asked for: who presses the button writes at once.
  useEffect(() => void similarForm(), [])
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
      item={item}
      since={item.at}
      keys={{
        approve: (tools) => once(tools, [item]),
        deny: (tools) => deny(tools, [item], ""),
        "deny-why": () => toggle("why"),
        ...(narrowest ? { "approve-similar": () => toggle("similar") } : {}),
      }}
      onEscape={extra === null ? undefined : close}
    >
      <Asked item={item} />
      <CardActions>
        <OnceButton item={item} what={what} isMain={extra === null} />
        {narrowest && (
          <Action ref={similar} by="approve-similar" isOpen={extra === "similar"} onAct={() => toggle("similar")}>
            Approve similar this session: <code className="card-pattern">{oneLine(showPattern(narrowest))}</code>
            <Pencil size="0.75rem" aria-hidden className="card-edit" />
          </Action>
        )}
        <DenyButton items={[item]} label="Deny" what={what} />
        <Action ref={why} by="deny-why" tone="quiet" isOpen={extra === "why"} onAct={() => toggle("why")}>
          Deny, say why
        </Action>
        <OpenChat agentId={item.agentId} />
      </CardActions>
      {extra === "similar" && (
        <Suspense fallback={null}>
          <SimilarForm item={item} agent={agent} />
        </Suspense>
      )}
      {extra === "why" && <DenyForm items={[item]} agent={agent} />}
    </Card>
  )
}

/** `isMain`: not while a form is open, which has an answer of its own. */
function OnceButton({ item, what, isMain }: { item: ApprovalItem; what: string; isMain: boolean }) {
  const tools = useCard()
  return (
    <Action by="approve" tone={isMain ? "primary" : "plain"} about={what} testId="card-approve" onAct={() => once(tools, [item])}>
      Approve once
    </Action>
  )
}
