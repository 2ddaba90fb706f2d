import { Check, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { useSession, useWorld } from "../app/session-context.ts"
import { ExportAudit } from "../audit/export-audit.tsx"
import { formatTime } from "../ui/clock.ts"
import { formatCount } from "../ui/numbers.ts"
import { auditRemedy, auditTrouble } from "./trouble-copy.ts"

export function AuditSection() {
  const session = useSession()
  const audit = useWorld(({ world }) => world?.audit ?? null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    const outcome = await session.askQuietly({ type: "audit.verify" })
    setBusy(false)
    setRefusal(outcome.accepted ? null : outcome.rejection.message)
  }
  const isSound = audit?.ok === true && refusal === null
  const trouble = auditTrouble(audit)
  return (
    <section className="setting" aria-label="Audit log">
      <h3>Audit log</h3>
      <p className="key-state">
        Every decision, answer, change and run, each chained to the one before. Nobody can edit it unseen.
      </p>
      <p className={`check ${audit === null ? "" : isSound ? "check-ok" : "check-failed"}`}>
        {audit !== null && (isSound ? <Check size="1rem" aria-hidden /> : <TriangleAlert size="1rem" aria-hidden />)}
        {audit === null
          ? "Not checked since it was made."
          : `${trouble ?? `${formatCount(audit.entries)} entries hold.`} Checked at ${formatTime(audit.at)}.`}
      </p>
      {trouble !== null && <p className="setting-note">{auditRemedy}</p>}
      {refusal !== null && (
        <p className="setting-note failed-text" role="alert">
          {refusal}
        </p>
      )}
      <div className="field-line">
        <button type="button" className="button" disabled={isBusy} onClick={() => void verify()}>
          {isBusy ? "Verifying…" : "Verify now"}
        </button>
        <button type="button" className="button" onClick={() => session.show({ kind: "audit", text: "" })}>
          Open the log
        </button>
        <ExportAudit />
      </div>
    </section>
  )
}
