// Owns: what Kibitz told the agent by itself, as the user sees it: a report of a child is a quotation, the rest a quiet line that opens.
import type { NoteItem } from "@kibitz/domain"
import { findAgent, reportText } from "@kibitz/domain"
import { memo } from "react"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { visibleProse, visibleText } from "../../../kernel/markdown/visible.ts"
import { useWorld } from "../../../kernel/session/session-context.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { useFound } from "../../../kernel/ui/found.ts"
import { MessageRow } from "./message-row.tsx"
import { noteHeading, reportHeading } from "./note-copy.ts"
import { Said } from "./reply.tsx"

export const NoteRow = memo(function NoteRow({ item }: { item: NoteItem }) {
  const sender = useWorld(({ world }) =>
    item.from === null ? null : ((world && findAgent(world, item.from)?.name) ?? item.from),
  )
  const isFound = useFound() !== null
  if (item.note === "report") return <Report item={item} sender={sender} />
  return (
    <div className="quiet-row" data-testid={`note-${item.note}`}>
      <Fold
        isHeldOpen={isFound}
        summary={
          <span>
            {noteHeading(item.note, sender)}{" "}
            <time dateTime={item.at} className="rule-time">
              {formatTime(item.at)}
            </time>
          </span>
        }
      >
        <pre className="note-text" dir="auto">
          {visibleText(item.text)}
        </pre>
      </Fold>
    </div>
  )
})

function Report({ item, sender }: { item: NoteItem; sender: string | null }) {
  const { askers, body } = reportText(item.text)
  return (
    <MessageRow
      speaker={sender ?? "Kibitz"}
      isFirst
      at={item.at}
      className="row-report"
      facts={<CopyButton text={body} label={askers === null ? "Copy report" : "Copy question"} />}
    >
      <blockquote className="report" data-testid="report">
        <p className="row-from">{visibleProse(reportHeading(sender, askers))}</p>
        <Said text={body} />
      </blockquote>
    </MessageRow>
  )
}
