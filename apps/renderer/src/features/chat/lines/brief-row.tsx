// Owns: the answer to a brief that is apart from the conversation: a quiet line that opens.
import type { BriefItem } from "@kibitz/domain"
import { memo } from "react"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { useFound } from "../../../kernel/ui/found.ts"

export const BriefRow = memo(function BriefRow({ item }: { item: BriefItem }) {
  const isFound = useFound() !== null
  const text = item.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
  return (
    <div className="quiet-row" data-testid="brief">
      <Fold
        isHeldOpen={isFound}
        summary={
          <span>
            {item.speaker === null ? `Answer: ${item.brief}` : `${item.speaker}: ${item.brief}`}{" "}
            <time dateTime={item.at} className="rule-time">
              {formatTime(item.at)}
            </time>
          </span>
        }
      >
        <pre className="note-text" dir="auto">
          {visibleText(text)}
        </pre>
      </Fold>
    </div>
  )
})
