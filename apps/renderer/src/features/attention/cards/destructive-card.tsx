// Owns: the card for what cannot be undone: alone, never remembered, two steps, the safe button first and focused (card law 5).
import type { ApprovalItem, Survey } from "@kibitz/contract"
import { OctagonAlert } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type CardTools, useCard } from "../../../kernel/attention/card-tools.ts"
import { useMsSince } from "../../../kernel/ui/clock.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { oneLine } from "../../../kernel/words/attention-copy.ts"
import { deny, once } from "./approval-answers.ts"
import { forGood, surveyLine } from "./approval-facts.ts"
import { Asked, DenyButton } from "./approval-parts.tsx"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

export function DestructiveCard({ item, agent }: { item: ApprovalItem; agent: string }) {
  const isArmed = useMsSince(item.armedUntil) < 0
  // Taken here: whoever comes back later, or elsewhere, begins with the first. No time ends it (ux 7.13).
  const [step, setStep] = useState<Step>("first")
  const isSecond = step === "second" || step === "armed"
  if (step === "second" && isArmed) setStep("armed")
  if (step === "armed" && !isArmed) setStep("back")
  const no = (tools: CardTools) => deny(tools, [item], "")
  const goOn = (tools: CardTools) => void arm(tools, item).then((isTaken) => isTaken && setStep("second"))
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
      item={item}
      since={item.at}
      keys={isSecond ? { deny: no } : { approve: goOn, deny: no }}
      onEscape={isSecond ? () => setStep("back") : undefined}
    >
      <Asked item={item}>{item.survey && <Taken survey={item.survey} />}</Asked>
      {isSecond ? <StepTwo item={item} /> : <StepOne item={item} isBack={step === "back"} onApprove={goOn} />}
    </Card>
  )
}

/** What would be gone, counted on the disk. */
function Taken({ survey }: { survey: Survey }) {
  const [first] = survey.first
  const rest = survey.files - survey.first.length
  return (
    <div className="card-survey" data-testid="survey">
      <p>
        <strong>{surveyLine(survey)}</strong>
      </p>
      {first !== undefined && (
        <Fold
          summary={
            <span>
              First: <bdi dir="ltr">{first}</bdi>
            </span>
          }
        >
          <ul className="card-files" dir="ltr">
            {survey.first.map((path) => (
              <li key={path}>{path}</li>
            ))}
            {rest > 0 && <li className="faint">and {rest.toLocaleString("en")} more</li>}
          </ul>
        </Fold>
      )}
    </div>
  )
}

/** Armed: the world knows too. Back: by the user, or because what would be deleted is not what was counted any more. */
type Step = "first" | "second" | "armed" | "back"

function arm(tools: CardTools, item: ApprovalItem): Promise<boolean> {
  tools.restart()
  return tools.ask({ type: "approval.arm", item: { id: item.id, hash: item.hash } })
}

type StepOneProps = { item: ApprovalItem; isBack: boolean; onApprove(tools: CardTools): void }

function StepOne({ item, isBack, onApprove }: StepOneProps) {
  const tools = useCard()
  const actions = useRef<HTMLDivElement>(null)
  const { restart } = tools
  // The button that had the focus is gone with its step.
  useEffect(() => {
    if (!isBack) return
    restart()
    if (document.activeElement === document.body)
      actions.current?.closest(".card")?.querySelector<HTMLElement>("[data-card-heading]")?.focus()
  }, [isBack, restart])
  const what = oneLine(item.detail)
  return (
    <CardActions ref={actions}>
      <DenyButton items={[item]} label="Deny" what={what} />
      <Action by="approve" tone="danger" about={what} testId="card-approve" onAct={() => onApprove(tools)}>
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
  const isCounted = item.survey !== undefined && item.survey.files > 0
  return (
    <div className="card-step-two">
      <p>{isCounted ? forGood(item.stepTwo) : "This is for good: nothing brings it back."}</p>
      <CardActions>
        <Action ref={keep} by="deny" testId="card-keep" onAct={() => deny(tools, [item], "")}>
          {isCounted ? "Keep files" : "Keep it as it is"}
        </Action>
        <Action tone="danger" testId="card-confirm" onAct={() => once(tools, [item])}>
          {item.stepTwo}
        </Action>
      </CardActions>
    </div>
  )
}
