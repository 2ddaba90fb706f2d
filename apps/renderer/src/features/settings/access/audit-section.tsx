import type { World } from "@kibitz/contract"
import { Check, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { ExportAudit } from "../../../kernel/audit/export-audit.tsx"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import type { Asks, Frame } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import { auditRemedy, auditTrouble } from "../../../kernel/words/trouble-copy.ts"

export function AuditSection() {
  const session = useSession<Asks & Frame>()
  const audit = useWorld(({ world }) => world?.audit ?? null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    const outcome = await session.askQuietly({ type: "audit.verify" })
    setBusy(false)
    setRefusal(outcome.accepted ? null : outcome.rejection.message)
  }
  const trouble = auditTrouble(audit)
  const isBad = trouble !== null || refusal !== null
  const isSound = audit !== null && !isBad
  return (
    <section className="setting" aria-label="Audit log">
      <h3>Audit log</h3>
      <p className="key-state">
        Every decision, answer, change and run, each chained to the one before. Nobody can edit it unseen.
      </p>
      <p className={`check ${isSound ? "check-ok" : isBad ? "check-failed" : ""}`} role={isBad ? "alert" : undefined}>
        {isSound && <Check size="1rem" aria-hidden />}
        {isBad && <TriangleAlert size="1rem" aria-hidden />}
        {/* A log that cannot be continued cannot record that it does not hold either: then the refusal knows more than the world. */}
        <span>{trouble ?? refusal ?? checkedWords(audit)}</span>
      </p>
      {trouble !== null && <p className="setting-note">{auditRemedy}</p>}
      <div className="field-line">
        <ChangeButton className="button" disabled={isBusy} onClick={() => void verify()}>
          {isBusy ? "Verifying…" : "Verify now"}
        </ChangeButton>
        <button type="button" className="button" onClick={() => session.show({ kind: "audit", text: "" })}>
          Open the log
        </button>
        <ExportAudit />
      </div>
    </section>
  )
}

function checkedWords(audit: World["audit"]): string {
  return audit === null
    ? "Not checked since it was made."
    : `${formatCount(audit.entries)} entries hold (${formatTime(audit.at)}).`
}
