// Owns: what stands where one would write, while this project is only looked at: why nothing can be sent. It takes the focus like the real one, so that
// every way that leads to a chat ends where the reason is said.
import { Lock } from "lucide-react"
import { useReadOnly } from "../../../kernel/session/session-context.ts"
import { LookingHint } from "./composer-hint.tsx"

export function ClosedComposer({ agent }: { agent: string }) {
  const { isHeld = false, unknown } = useReadOnly() ?? {}
  const isOpenElsewhere = isHeld && unknown === undefined
  const why = isOpenElsewhere
    ? `Read-only: another Kibitz has this project open. Write to ${agent} there.`
    : "Read-only: nothing can be sent from here."
  return (
    <div className="composer">
      <div className="composer-box composer-closed">
        <textarea
          readOnly
          data-testid="composer"
          data-region="composer"
          aria-label={`Message ${agent}`}
          rows={1}
          value={why}
          // biome-ignore lint/a11y/noAutofocus: where the composer is, the keys begin
          autoFocus
        />
        <Lock size="1rem" aria-hidden />
      </div>
      <LookingHint />
    </div>
  )
}
