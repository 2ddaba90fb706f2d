import { useConnection, useSession } from "./session-context.ts"

/** No one may take a scripted reply for a model's: always there while no model is asked, and it cannot be closed. */
export function RehearsalRibbon() {
  const session = useSession()
  const isRehearsal = useConnection()?.using === "rehearsal"
  if (!isRehearsal) return null
  return (
    <aside className="ribbon" data-testid="ribbon" aria-label="Rehearsal">
      <strong>REHEARSAL</strong>
      <span className="ribbon-text">scripted replies, no model is called, costs show as $0.00 (rehearsal)</span>
      <button type="button" className="ribbon-action" onClick={() => session.show({ kind: "settings", page: "models" })}>
        Connect a model
      </button>
    </aside>
  )
}
