// Owns: calls of one kind in a row as one line that opens to each of them.
import { ChevronRight } from "lucide-react"
import { formatDuration } from "../../../kernel/ui/numbers.ts"
import { callsDone } from "../../../kernel/words/describe-call.ts"
import { MessageRow } from "./message-row.tsx"
import type { Row } from "./rows.ts"

type CallsRowProps = { row: Extract<Row, { kind: "calls" }>; agent: string; onToggle(key: string): void }

export function CallsRow({ row, agent, onToggle }: CallsRowProps) {
  const took = row.calls.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return (
    <MessageRow speaker={agent} isFirst={row.isFirst} at={row.calls[0]?.at} className="row-call">
      <button
        type="button"
        className="fold-line"
        data-testid="calls"
        aria-expanded={row.isOpen}
        onClick={() => onToggle(row.key)}
      >
        <ChevronRight size="0.875rem" aria-hidden className="fold-chevron" />
        <span className="call-line">
          <span className="call-verb">{callsDone(row.calls[0]?.capability ?? "", row.calls.length)}</span>
          <span className="call-facts">{formatDuration(took)}</span>
        </span>
      </button>
    </MessageRow>
  )
}
