// Owns: "why was this allowed?" for one call, answered from the audit log: every decision with its rule and all axes, and the receipt.

import type { AuditEntry, CallId } from "@kibitz/contract"
import { asYouRead } from "@kibitz/domain"
import { useEffect, useState } from "react"
import type { AuditAnswer } from "../../kernel/replica/audit-page.ts"
import type { Reads } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { formatTime } from "../../kernel/ui/clock.ts"
import { Loading } from "../../kernel/ui/loading.tsx"
import "./audit.css"
import { axesOf, receiptLine } from "./audit-copy.ts"

/** `status` is the call's: when it changes there is more to tell. */
export function Why({ callId, status, agent }: { callId: CallId; status: string; agent: string }) {
  const session = useSession<Reads>()
  const [answer, setAnswer] = useState<AuditAnswer | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the call has moved on
  useEffect(() => {
    let isOver = false
    void session.audit({ callId }, null).then((found) => {
      if (!isOver) setAnswer(found)
    })
    return () => {
      isOver = true
    }
  }, [session, callId, status, asked])
  return (
    <section className="why" aria-label="Why" aria-busy={answer === null}>
      {answer === null && (
        <Loading
          reason="Looking in the audit log."
          wayOut={{ name: "Ask again", run: () => setAsked((before) => before + 1) }}
          lines={2}
        />
      )}
      {answer?.ok === false && (
        <p className="why-note failed-text">
          {answer.rejection.message}{" "}
          <button type="button" className="button button-small" onClick={() => setAsked((before) => before + 1)}>
            Try again
          </button>
        </p>
      )}
      {answer?.ok && answer.page.entries.length === 0 && <p className="why-note">The audit log has nothing about this call.</p>}
      {answer?.ok && (
        <ol>
          {answer.page.entries.toReversed().map((entry) => (
            <li key={entry.entry}>
              <WhyEntry entry={entry} agent={agent} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const words: Readonly<Record<string, string>> = { allow: "Allowed", ask: "Asked you", deny: "Refused" }

function WhyEntry({ entry, agent }: { entry: AuditEntry; agent: string }) {
  const { facts } = entry
  const isReceipt = entry.kind === "receipt"
  return (
    <>
      <p>
        <strong>{isReceipt ? (facts.ok === true ? "Ran" : "Failed") : (words[String(facts.decision)] ?? entry.kind)}</strong>{" "}
        <time dateTime={entry.at}>{formatTime(entry.at)}</time> · entry {entry.entry}
        {facts.approvedBy !== undefined && " · approved by you"}
        {facts.grantId !== undefined && " · by something you allowed before"}
      </p>
      <p className="why-because">{isReceipt ? receiptLine(entry) : asYouRead(entry.because, agent)}</p>
      {!isReceipt && (
        <p className="why-axes">
          rule {entry.rule}
          {entry.posture && ` · ${axesOf(entry.posture)}`}
        </p>
      )}
    </>
  )
}
