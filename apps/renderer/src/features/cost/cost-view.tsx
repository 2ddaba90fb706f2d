// Owns: the cost view: what was spent in a day or a week, by hour and by agent. It changes nothing; limits are set where the agent is.
import type { AgentId } from "@kibitz/contract"
import { useMemo, useState } from "react"
import { useConnection, useWorldNow } from "../../kernel/session/session-context.ts"
import { Loading } from "../../kernel/ui/loading.tsx"
import { formatShort } from "../../kernel/ui/numbers.ts"
import { Segments } from "../../kernel/ui/segments.tsx"
import { money } from "../../kernel/words/attention-copy.ts"
import { AgentTable } from "./agent-table.tsx"
import "./cost.css"
import type { Spending } from "../../kernel/replica/cost-report.ts"
import { HourChart } from "./hour-chart.tsx"
import { amountOf, everyHour, type Measure, spendingOf } from "./spending.ts"
import { useSpending } from "./use-spending.ts"

const stretches = [
  { value: 24, name: "24 hours" },
  { value: 168, name: "7 days" },
] as const
const measures = [
  { value: "money", name: "Money" },
  { value: "tokens", name: "Tokens" },
] as const

export function CostView({ onGo, onClose }: { onGo(agentId: AgentId): void; onClose(): void }) {
  const [hours, setHours] = useState<24 | 168>(24)
  const { spending, problem, readAgain } = useSpending(hours)
  return (
    <section className="cost" data-testid="cost" aria-label="Cost">
      <header className="cost-top-line">
        <h2>Cost</h2>
        <div className="cost-tools">
          <Segments label="Time" value={hours} options={stretches} onChange={setHours} />
          <button type="button" className="button button-quiet" onClick={onClose}>
            Close <kbd aria-hidden>Esc</kbd>
          </button>
        </div>
      </header>
      {spending ? (
        <Spent spending={spending} onGo={onGo} />
      ) : problem ? (
        <p className="cost-none" role="alert">
          What was spent could not be read: {problem.message}{" "}
          <button type="button" className="button" onClick={readAgain}>
            Try again
          </button>
        </p>
      ) : (
        <Loading reason="Adding up what the agents have spent." wayOut={{ name: "Ask again", run: readAgain }} lines={8} />
      )}
    </section>
  )
}

function Spent({ spending, onGo }: { spending: Spending; onGo(agentId: AgentId): void }) {
  const worldNow = useWorldNow()
  const isRehearsal = useConnection()?.using === "rehearsal"
  const hours = useMemo(() => everyHour(spending.report, spending.since, spending.hours), [spending])
  // As of when it was read: what is spent since then is in none of the figures, rather than in some.
  const rows = useMemo(() => {
    const world = worldNow()
    return world ? spendingOf(world, spending.report) : []
  }, [worldNow, spending])
  const usd = hours.reduce((sum, hour) => sum + hour.costUsd, 0)
  const tokens = hours.reduce((sum, hour) => sum + amountOf(hour, "tokens"), 0)
  // In rehearsal all bars of money would be nothing at all.
  const [chosen, choose] = useState<Measure | null>(null)
  const measure = chosen ?? (usd === 0 && tokens > 0 ? "tokens" : "money")
  return (
    <>
      <div className="cost-sum">
        <p>
          <strong>{money(usd)}</strong>
          {isRehearsal && usd === 0 ? " (rehearsal)" : ""} and <strong>{formatShort(tokens)}</strong> tokens in{" "}
          {stretches.find((one) => one.value === spending.hours)?.name}. An estimate by the price table; the provider’s bill
          decides.
        </p>
        <Segments label="Shown by hour and by agent" value={measure} options={measures} onChange={choose} />
      </div>
      {tokens === 0 && usd === 0 && <p className="cost-none">Nothing was spent in this time.</p>}
      <HourChart hours={hours} measure={measure} zone={Temporal.Now.timeZoneId()} />
      <AgentTable rows={rows} measure={measure} onGo={onGo} />
    </>
  )
}
