// Owns: which component draws a line, and that it can be found by its key.
import type { ReactElement } from "react"
import { FoundContext } from "../../../kernel/ui/found.ts"
import { RowGuard } from "../../../kernel/ui/row-guard.tsx"
import { AppLine } from "../lines/app-line.tsx"
import { AwayRow } from "../lines/away-row.tsx"
import { BriefRow } from "../lines/brief-row.tsx"
import { Call } from "../lines/call.tsx"
import { CallsRow } from "../lines/calls-row.tsx"
import { Draft } from "../lines/draft.tsx"
import { NoteRow } from "../lines/note-row.tsx"
import { NoticeRow } from "../lines/notice.tsx"
import { PresenceRow } from "../lines/presence-row.tsx"
import { Reply } from "../lines/reply.tsx"
import type { Row } from "../lines/rows.ts"
import { SinceRow } from "../lines/since-row.tsx"
import { StandingRow } from "../lines/standing-row.tsx"
import { UnsentMessage, UserMessage } from "../lines/user-message.tsx"
import { VerificationRow } from "../lines/verification-row.tsx"
import { VisitsRow } from "../lines/visits-row.tsx"
import "../lines/rule-row.css"

type LineProps = {
  row: Row
  agent: string
  /** What is looked for, on the line the reader was taken to. */
  found: RegExp | null
  onToggle(key: string): void
}

export function Line({ row, agent, found, onToggle }: LineProps) {
  const key = row.kind === "item" ? row.item.key : row.key
  return (
    <FoundContext value={found}>
      <div className="line" data-line={key} data-found={found === null ? undefined : ""}>
        <RowGuard>{drawn(row, agent, onToggle)}</RowGuard>
      </div>
    </FoundContext>
  )
}

function drawn(row: Row, agent: string, onToggle: (key: string) => void): ReactElement {
  if (row.kind === "away") return <AwayRow row={row} onToggle={onToggle} />
  if (row.kind === "calls") return <CallsRow row={row} agent={agent} onToggle={onToggle} />
  if (row.kind === "visits") return <VisitsRow row={row} onToggle={onToggle} />
  if (row.kind === "unsent") return <UnsentMessage unsent={row.unsent} />
  if (row.kind === "live") return <Reply item={null} agent={agent} isFirst={row.isFirst} />
  if (row.kind === "since") return <SinceRow />
  const { item, isFirst } = row
  switch (item.kind) {
    case "user":
      return <UserMessage text={item.text} at={item.at} isFirst={isFirst} from={item.from} />
    case "app":
      return <AppLine item={item} />
    case "reply":
      return <Reply item={item} agent={agent} isFirst={isFirst} />
    case "brief":
      return <BriefRow item={item} />
    case "call":
      return <Call item={item} agent={agent} isFirst={isFirst} />
    case "draft":
      return <Draft item={item} agent={agent} isFirst={isFirst} />
    case "notice":
      return <NoticeRow item={item} agent={agent} draft={row.draft} />
    case "presence":
      return <PresenceRow item={item} />
    case "note":
      return <NoteRow item={item} />
    case "standing":
      return <StandingRow item={item} agent={agent} />
    case "verification":
      return <VerificationRow item={item} agent={agent} />
  }
}
