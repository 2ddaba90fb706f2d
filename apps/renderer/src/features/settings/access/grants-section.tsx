import { fromInstant, type Grant, type GrantId, type World } from "@kibitz/contract"
import { useMemo } from "react"
import { grantLeft, grantPattern, grantReach } from "../../../kernel/agents/grant-copy.ts"
import { useShape } from "../../../kernel/agents/shape.ts"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { formatTime, useTold } from "../../../kernel/ui/clock.ts"

const none: Record<GrantId, Grant> = {}

export function GrantsSection() {
  const world = useShape()
  const all = useWorld((state) => state.world?.grants) ?? none
  const grants = useMemo(() => Object.values(all).toSorted((a, b) => (a.givenAt < b.givenAt ? 1 : -1)), [all])
  return (
    <section className="setting" aria-label="Allowed beyond the profiles">
      <h3>Allowed beyond the profiles</h3>
      {world && grants.length > 0 ? (
        <ul className="grants">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} world={world} />
          ))}
        </ul>
      ) : (
        <p className="setting-note">
          Nothing. “Approve similar” on a card adds to this list; what cannot be undone never gets here.
        </p>
      )}
    </section>
  )
}

function GrantRow({ grant, world }: { grant: Grant; world: World }) {
  const session = useSession<Asks>()
  const { verb, text } = grantPattern(grant)
  const left = useTold((now) => grantLeft(grant, fromInstant(now)))
  return (
    <li className="grant">
      <p>
        <span className="faint">{verb}</span> <code>{text}</code>
      </p>
      <p className="grant-reach">
        {[grantReach(grant, world), left, `since ${formatTime(grant.givenAt)}`].filter((part) => part !== "").join(" · ")}
      </p>
      <ChangeButton
        className="button button-small"
        aria-label={`Revoke ${verb} ${text}`}
        onClick={() => void session.ask({ type: "grant.revoke", grantId: grant.id })}
      >
        Revoke
      </ChangeButton>
    </li>
  )
}
