import type { SandboxStatus } from "@kibitz/contract"
import { ShieldCheck, ShieldOff, ShieldQuestion } from "lucide-react"
import { useState } from "react"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { sandboxWords, sentence } from "../../../kernel/words/trouble-copy.ts"

const icons = { on: ShieldCheck, off: ShieldOff, unknown: ShieldQuestion }

export function SandboxSection({ sandbox }: { sandbox: SandboxStatus }) {
  const session = useSession<Asks>()
  const [isLooking, setLooking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const Icon = icons[sandbox.state]
  const look = async () => {
    setLooking(true)
    const outcome = await session.askQuietly({ type: "sandbox.probe" })
    setLooking(false)
    setRefusal(outcome.accepted ? null : outcome.rejection.message)
  }
  return (
    <section className="setting" aria-label="Sandbox">
      <h3>Sandbox</h3>
      <p className={`sandbox-state sandbox-${sandbox.state}`}>
        <Icon size="1rem" aria-hidden />
        {sandboxWords(sandbox)}
      </p>
      {sandbox.state !== "unknown" && sandbox.because !== "" && <p className="setting-note">{sentence(sandbox.because)}</p>}
      {sandbox.remedy !== "" && (
        <p className="sandbox-remedy">
          <span>{sandbox.remedy}</span>
          <CopyButton text={sandbox.remedy} label="Copy remedy" />
        </p>
      )}
      <div className="field-line">
        <ChangeButton className="button" disabled={isLooking} onClick={() => void look()}>
          {isLooking ? "Looking…" : "Look again"}
        </ChangeButton>
        {refusal !== null && (
          <span className="failed-text" role="alert">
            {refusal}
          </span>
        )}
      </div>
    </section>
  )
}
