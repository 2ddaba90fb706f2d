// Owns: the hours as bars, and the same as a table for those who do not see bars or want the figures.
import type { CostHour } from "@kibitz/contract"
import { formatTime } from "../../kernel/ui/clock.ts"
import { Fold } from "../../kernel/ui/fold.tsx"
import { formatCount, formatShort } from "../../kernel/ui/numbers.ts"
import { money } from "../../kernel/words/attention-copy.ts"
import { hourLabels } from "./hour-labels.ts"
import { amountOf, type Measure, scaleTop } from "./spending.ts"

const WIDTH = 960
const HEIGHT = 160
const GAP = 0.25
/** A label that begins in the last quarter may reach out of the chart, at some hours of the day, where the window is narrow or the type large. */
const LATE = 0.75

type HourChartProps = { hours: readonly CostHour[]; measure: Measure; zone: string }

export function HourChart({ hours, measure, zone }: HourChartProps) {
  const amounts = hours.map((hour) => amountOf(hour, measure))
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const top = scaleTop(Math.max(0, ...amounts))
  const step = WIDTH / Math.max(1, hours.length)
  const labels = hourLabels(hours, zone).filter(({ share }) => share <= LATE)
  return (
    <figure className="cost-chart">
      <div className="cost-plot">
        <span className="cost-top" aria-hidden>
          {top > 0 && show(top, measure)}
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${measure === "money" ? "Money" : "Tokens"} by hour, ${show(total, measure)} in ${hours.length} hours. The table below has the figures.`}
        >
          <path className="cost-grid" d={`M0 0.5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`} />
          {hours.map((hour, index) => {
            const height = top === 0 ? 0 : ((amounts[index] ?? 0) / top) * HEIGHT
            return (
              <g key={hour.at} className="cost-hour">
                {/* The whole column answers to the pointer, also above a small bar. */}
                <rect className="cost-column" x={index * step} y={0} width={step} height={HEIGHT} />
                <rect
                  className="cost-bar"
                  x={index * step + (step * GAP) / 2}
                  y={HEIGHT - height}
                  width={step * (1 - GAP)}
                  height={height}
                />
                <title>{`${formatTime(hour.at)}: ${show(amounts[index] ?? 0, measure)}`}</title>
              </g>
            )
          })}
        </svg>
        <div className="cost-labels" aria-hidden>
          {labels.map(({ at, text, share }) => (
            <span key={at} style={{ insetInlineStart: `${share * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
      </div>
      <figcaption>
        <Fold summary={<span>The figures as a table</span>}>
          <HourTable hours={hours} />
        </Fold>
      </figcaption>
    </figure>
  )
}

function HourTable({ hours }: { hours: readonly CostHour[] }) {
  const spent = hours.filter((hour) => amountOf(hour, "tokens") > 0 || hour.costUsd > 0)
  if (spent.length === 0) return <p className="cost-none">Nothing was spent in this time.</p>
  return (
    <table className="cost-table">
      <thead>
        <tr>
          <th scope="col">Hour</th>
          <th scope="col">Money</th>
          <th scope="col">Tokens read</th>
          <th scope="col">Tokens written</th>
        </tr>
      </thead>
      <tbody>
        {spent.toReversed().map((hour) => (
          <tr key={hour.at}>
            <th scope="row">
              <time dateTime={hour.at}>{formatTime(hour.at)}</time>
            </th>
            <td>{money(hour.costUsd)}</td>
            <td>{formatCount(hour.inputTokens)}</td>
            <td>{formatCount(hour.outputTokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function show(amount: number, measure: Measure): string {
  return measure === "money" ? money(amount) : formatShort(Math.round(amount))
}
