import type { DraftItem } from "@kibitz/domain"
import { memo } from "react"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { MessageRow } from "./message-row.tsx"
import { Said } from "./reply.tsx"

const because: Record<DraftItem["cause"], string> = {
  stopped: "Unfinished: stopped by you",
  paused: "Unfinished: paused by you",
  failed: "Unfinished: the connection dropped",
  delayed: "Unfinished: written again below",
  crash: "Unfinished: Kibitz was closed",
}

/** What had come of a reply that never ended. Marked, because the model does not get to see it again. */
export const Draft = memo(function Draft({ item, agent, isFirst }: { item: DraftItem; agent: string; isFirst: boolean }) {
  return (
    <MessageRow
      speaker={agent}
      isFirst={isFirst}
      at={item.at}
      facts={<CopyButton text={item.text} label="Copy unfinished reply" />}
    >
      <div className="draft">
        <p className="draft-label">{because[item.cause]}</p>
        <Said text={item.text} />
      </div>
    </MessageRow>
  )
})
