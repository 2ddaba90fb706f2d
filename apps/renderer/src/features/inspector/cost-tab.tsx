// Owns: what an agent and those below it have used, and the limit for both together.

import type { Agent, AgentId } from "@kibitz/contract"
import { useId, useState } from "react"
import { ChangeButton, useClosed } from "../../kernel/controls/change-button.tsx"
import type { Asks } from "../../kernel/session/offers.ts"
import { useAgent, useConnection, useSession } from "../../kernel/session/session-context.ts"
import { formatCount } from "../../kernel/ui/numbers.ts"
import { money, readMoney } from "../../kernel/words/attention-copy.ts"

export function CostTab({ agentId }: { agentId: AgentId }) {
  const agent = useAgent(agentId, (state) => state)
  const isRehearsal = useConnection()?.using === "rehearsal"
  if (!agent) return null
  const { usage, spentUsd, spentBelowUsd, limitUsd } = agent
  const total = spentUsd + spentBelowUsd
  const floor = usage.estimated ? "at least " : ""
  return (
    <>
      <dl className="inspector-facts">
        <Fact name="Its own">{money(spentUsd)}</Fact>
        <Fact name="All below">{money(spentBelowUsd)}</Fact>
        <Fact name="Together">
          {money(total)}
          {limitUsd !== null && ` of ${money(limitUsd)}`}
        </Fact>
        <Fact name="Read">
          {floor}
          {formatCount(usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens)} tokens
        </Fact>
        <Fact name="From cache">{formatCount(usage.cacheReadTokens)} tokens</Fact>
        <Fact name="Written">
          {floor}
          {formatCount(usage.outputTokens)} tokens
        </Fact>
      </dl>
      {limitUsd !== null && (
        <progress className="inspector-spent" max={limitUsd} value={Math.min(total, limitUsd)} aria-label="Spent of the limit" />
      )}
      {(isRehearsal || agent.rehearsal) && <p className="inspector-line">Rehearsal costs nothing.</p>}
      <Budget agent={agent} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A limit that is already passed would stop it at once: it is not taken. */
function Budget({ agent }: { agent: Agent }) {
  const session = useSession<Asks>()
  const id = useId()
  const { id: agentId, limitUsd, name } = agent
  const [text, setText] = useState(limitUsd === null ? "" : limitUsd.toFixed(2))
  const wanted = readMoney(text)
  const spent = agent.spentUsd + agent.spentBelowUsd
  const isEnough = wanted !== null && wanted > spent
  const isOther = wanted !== limitUsd
  const closed = useClosed()
  const set = (limit: number | null) => void session.ask({ type: "agent.set-budget", agentId, limitUsd: limit })
  return (
    <form
      className="inspector-budget"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEnough && isOther) set(wanted)
      }}
    >
      <label htmlFor={id}>Limit for {name} and all below, in US dollars</label>
      <div className="inspector-field">
        <input
          id={id}
          className="field"
          inputMode="decimal"
          placeholder="none"
          readOnly={closed !== null}
          value={text}
          aria-invalid={text !== "" && !isEnough}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <ChangeButton type="submit" className="button button-small" disabled={!isEnough || !isOther}>
          Set
        </ChangeButton>
        {limitUsd !== null && (
          <ChangeButton
            className="button button-small button-quiet"
            onClick={() => {
              setText("")
              set(null)
            }}
          >
            No limit
          </ChangeButton>
        )}
      </div>
      <p id={`${id}-note`} className="inspector-line">
        {closed ??
          (text !== "" && !isEnough
            ? `Name more than the ${money(spent)} that are spent.`
            : "At the limit it pauses at a safe point and you are asked.")}
      </p>
    </form>
  )
}
