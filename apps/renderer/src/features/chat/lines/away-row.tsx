import { ChevronRight, RotateCw } from "lucide-react"
import { continuedLine } from "./away.ts"
import type { Row } from "./rows.ts"

type AwayRowProps = { row: Extract<Row, { kind: "away" }>; onToggle(key: string): void }

export function AwayRow({ row, onToggle }: AwayRowProps) {
  return (
    <div className="quiet-row" data-testid="away">
      <button type="button" className="quiet-line" aria-expanded={row.isOpen} onClick={() => onToggle(row.key)}>
        <RotateCw size="0.75rem" aria-hidden />
        {continuedLine(row.times)}
        <ChevronRight size="0.875rem" aria-hidden className="fold-chevron" />
      </button>
    </div>
  )
}
