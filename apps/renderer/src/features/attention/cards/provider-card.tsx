// Owns: a provider that refuses or asks everybody to wait: what it says, how long it lasts, who goes on afterwards, and the way to fix it.

import type { AgentId, World } from "@kibitz/contract"
import { allAgents, fanoutOf } from "@kibitz/domain"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Frame } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { useMsSince } from "../../../kernel/ui/clock.ts"
import {
  type ProviderItem,
  providerRemedy,
  providerSentence,
  providerTitle,
  wayBack,
} from "../../../kernel/words/provider-copy.ts"
import { Card } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"

export function ProviderCard({ item }: { item: ProviderItem }) {
  const held = useWorld(({ world }) => (world ? fanoutOf(world, item).size + 1 : 1))
  const left = -useMsSince(item.until)
  // As one text: a list would be another at every look.
  const named = useWorld(({ world }) => (world ? namedLike(world, item).join(" ") : ""))
  return (
    <Card heading={providerTitle(item.failure)} agentId={null} item={item} since={item.at}>
      <div className="card-body">
        <p role={item.until === null ? undefined : "timer"}>{visibleProse(providerSentence(item, held, left))}</p>
        {named !== "" && <p>{wayBack}</p>}
        {item.failure === "auth" && <p className="card-note">{visibleProse(item.message)}</p>}
        {isLimit(item) && <Wakes item={item} />}
      </div>
      {!isLimit(item) && <Remedy item={item} named={named === "" ? [] : (named.split(" ") as AgentId[])} />}
    </Card>
  )
}

/** Those who ask for what it does not know because that was set by name: for them no setting helps. */
function namedLike(world: World, { failure, model }: ProviderItem): readonly AgentId[] {
  if (failure !== "model_not_found" || model === undefined) return []
  return allAgents(world).flatMap((agent) => (agent.model === model ? [agent.id] : []))
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

function Remedy({ item, named }: { item: ProviderItem; named: readonly AgentId[] }) {
  const session = useSession<Frame>()
  const tools = useCard()
  const toMode = () => {
    for (const agentId of named) void tools.ask({ type: "agent.choose-model", agentId, model: null })
  }
  return (
    <CardActions>
      {named.length > 0 && (
        <Action tone="primary" onAct={toMode}>
          Let the mode choose
        </Action>
      )}
      <Action
        tone={named.length > 0 ? "plain" : "primary"}
        isWay
        onAct={() => session.show({ kind: "settings", page: "models" })}
      >
        {providerRemedy(item.failure)}
      </Action>
    </CardActions>
  )
}
