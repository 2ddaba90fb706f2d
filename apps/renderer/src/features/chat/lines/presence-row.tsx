import type { PresenceItem } from "@kibitz/domain"
import { memo } from "react"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { formatStay } from "../../../kernel/ui/numbers.ts"

/** The user came or went: a thin rule, with the time and how long the stay was. */
export const PresenceRow = memo(function PresenceRow({ item }: { item: PresenceItem }) {
  return (
    <div className="presence-row" data-testid={`presence-${item.what}`}>
      <span>
        user {item.what} · <time dateTime={item.at}>{formatTime(item.at)}</time>
        {item.what === "left" && `, stayed ${formatStay(item.stayedMs)}`}
        {item.what === "left" && item.cause === "quit" && " · Kibitz was closed"}
        {item.what === "left" && item.cause === "recovered" && " · Kibitz or its window ended unexpectedly"}
      </span>
    </div>
  )
})
