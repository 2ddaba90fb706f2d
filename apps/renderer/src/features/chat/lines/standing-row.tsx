import type { StandingItem } from "@kibitz/domain"
import { memo } from "react"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { type Glyph, StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"

const glyphs: Readonly<Record<StandingItem["standing"], Glyph>> = {
  paused: "paused",
  stopped: "paused",
  stuck: "failed",
  done: "done",
  dismissed: "gone",
}
const words: Readonly<Record<StandingItem["standing"], string>> = {
  paused: "is paused",
  stopped: "is stopped",
  stuck: "is stuck",
  done: "is done",
  dismissed: "is dismissed",
}

/** Where the agent stands from here on. */
export const StandingRow = memo(function StandingRow({ item, agent }: { item: StandingItem; agent: string }) {
  return (
    <div className={`quiet-row standing-${item.standing}`} data-testid={`standing-${item.standing}`}>
      <StatusGlyph status={glyphs[item.standing]} />
      <span>
        <strong>
          <bdi>{agent}</bdi> {words[item.standing]}.
        </strong>{" "}
        {visibleProse(item.text)}{" "}
        <time dateTime={item.at} className="rule-time">
          {formatTime(item.at)}
        </time>
      </span>
    </div>
  )
})
