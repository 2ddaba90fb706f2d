// Owns: a provider that refuses or asks everybody to wait: what it says, how long it lasts, who goes on afterwards, and the way to fix it.
import { fanoutOf } from "@kibitz/domain"
import { useSession, useWorld } from "../app/session-context.ts"
import { visibleProse } from "../markdown/visible.ts"
import { useChangeField } from "../ui/change-button.tsx"
import { useMsSince } from "../ui/clock.ts"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { useCard } from "./card-tools.ts"
import { type ProviderItem, providerRemedy, providerSentence, providerTitle } from "./provider-copy.ts"

export function ProviderCard({ item }: { item: ProviderItem }) {
  const held = useWorld(({ world }) => (world ? fanoutOf(world, item).size + 1 : 1))
  const left = -useMsSince(item.until)
  return (
    <Card heading={providerTitle(item.failure)} agentId={null} item={item} since={item.at}>
      <div className="card-body">
        <p role={item.until === null ? undefined : "timer"}>{visibleProse(providerSentence(item, held, left))}</p>
        {item.failure === "auth" && <p className="card-note">{visibleProse(item.message)}</p>}
        {isLimit(item) && <Wakes item={item} />}
      </div>
      {!isLimit(item) && <Remedy item={item} />}
    </Card>
  )
}

/** A network that is gone has a time too, at which it is looked for. */
function isLimit({ until, failure }: ProviderItem): boolean {
  return until !== null && failure !== "offline"
}

/** There is nothing to answer about a wait (ux 6); only whether anybody is woken when it is over. */
function Wakes({ item }: { item: ProviderItem }) {
  const tools = useCard()
  const field = useChangeField()
  return (
    <label className="also-answers">
      <input
        type="checkbox"
        {...field}
        checked={item.wakes}
        onChange={tools.act(() => void tools.ask({ type: "limit.wake", wake: !item.wakes }))}
      />
      <span>Wake them when it is over</span>
    </label>
  )
}

function Remedy({ item }: { item: ProviderItem }) {
  const session = useSession()
  return (
    <CardActions>
      <Action tone="primary" isWay onAct={() => session.show({ kind: "settings", page: "models" })}>
        {providerRemedy(item.failure)}
      </Action>
    </CardActions>
  )
}
