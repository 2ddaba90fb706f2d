import type { AgentId, Instant } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { memo, useState } from "react"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import { boundOf } from "../../../kernel/markdown/bounded.ts"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Unsent } from "../../../kernel/replica/outbox.ts"
import type { Messages } from "../../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { useFoundBehind } from "../../../kernel/ui/found.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import { MessageRow } from "./message-row.tsx"

const FOLD_BOUNDS = { length: 2400, rare: 150 }
const FOLD_LINES = 24

type UserMessageProps = { text: string; at: Instant; isFirst: boolean; from: AgentId | null }

/** What the user said, or another agent: never to be taken for each other. */
export const UserMessage = memo(function UserMessage({ from, ...props }: UserMessageProps) {
  const sender = useWorld(({ world }) => (from === null ? null : ((world && findAgent(world, from)?.name) ?? from)))
  return (
    <MessageRow
      speaker={sender ?? "You"}
      isYou={from === null}
      isFirst={props.isFirst}
      className={from === null ? "" : "row-agent"}
      at={props.at}
      facts={<CopyButton text={props.text} label="Copy message" />}
    >
      {sender !== null && <p className="row-from">Message from {sender}, an agent</p>}
      <FoldedText text={props.text} />
    </MessageRow>
  )
})

/** Drawn at the very moment of sending; the journal's own line takes its place. */
export function UnsentMessage({ unsent }: { unsent: Unsent }) {
  const session = useSession<Messages>()
  return (
    <MessageRow speaker="You" isYou isFirst className={unsent.refusal === null ? "row-sending" : ""}>
      <FoldedText text={unsent.text} />
      {unsent.refusal !== null && (
        <div className="notice notice-failed" role="alert">
          <p>Not sent. {unsent.refusal}</p>
          <div className="notice-actions">
            <ChangeButton className="button" onClick={() => session.sendAgain(unsent.messageId)}>
              Send again
            </ChangeButton>
            <button type="button" className="button button-quiet" onClick={() => session.discard(unsent.messageId)}>
              Discard
            </button>
          </div>
        </div>
      )}
    </MessageRow>
  )
}

export function FoldedText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const short = fold(text)
  const isFoundBehind = useFoundBehind(text, () => short)
  const shown = isWhole || isFoundBehind ? text : short
  return (
    <>
      <p className="said" dir={directionOf(text)}>
        {visibleProse(shown)}
        {shown.length < text.length && "…"}
      </p>
      {shown.length < text.length && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  )
}

function fold(text: string): string {
  const bound = boundOf(text, FOLD_BOUNDS)
  if (bound === text.length && text.split("\n", FOLD_LINES + 1).length <= FOLD_LINES) return text
  return text.slice(0, bound).split("\n").slice(0, FOLD_LINES).join("\n").trimEnd()
}
