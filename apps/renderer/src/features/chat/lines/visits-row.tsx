import { ChevronRight } from "lucide-react"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import type { Row } from "./rows.ts"

type VisitsRowProps = { row: Extract<Row, { kind: "visits" }>; onToggle(key: string): void }

/** The user came and went a few times and nothing was said: one thin rule that opens to each of them. */
export function VisitsRow({ row, onToggle }: VisitsRowProps) {
  const last = row.visits.at(-1)
  return (
    <div className="presence-row" data-testid="visits">
      <button type="button" className="quiet-line" aria-expanded={row.isOpen} onClick={() => onToggle(row.key)}>
        <span>
          {formatCount(row.visits.length)} visits without a word
          {last && (
            <>
              {" · last "}
              <time dateTime={last.joined.at}>{formatTime(last.joined.at)}</time>
            </>
          )}
        </span>
        <ChevronRight size="0.875rem" aria-hidden className="fold-chevron" />
      </button>
    </div>
  )
}
