// Owns: what Kibitz itself says in a conversation: a change of posture as a thin rule, an answer to a command as a quiet block, the list of commands as a list.
import type { AppItem } from "@kibitz/domain"
import { memo } from "react"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import { readHelp } from "../../../kernel/slash/help-text.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { HelpList } from "./help-list.tsx"
import { MessageRow } from "./message-row.tsx"
import "./app-line.css"

export const AppLine = memo(function AppLine({ item }: { item: AppItem }) {
  if (item.line === "") {
    return (
      <div className="rule-row">
        <span className="rule-text">
          {visibleText(item.text)}{" "}
          <time dateTime={item.at} className="rule-time">
            {formatTime(item.at)}
          </time>
        </span>
      </div>
    )
  }
  const help = readHelp(item.line, item.text)
  return (
    <MessageRow
      speaker="Kibitz"
      isFirst
      at={item.at}
      className="row-app"
      facts={<CopyButton text={item.text} label="Copy answer" />}
    >
      <p className="app-command">{visibleText(item.line)}</p>
      {help ? (
        <HelpList help={help} />
      ) : (
        <pre className="app-answer" dir="ltr">
          {visibleText(item.text)}
        </pre>
      )}
    </MessageRow>
  )
})
