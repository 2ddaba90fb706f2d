// Owns: the line below the composer: which keys do what right now, or why the text cannot go, and how many wait for the user.

import { jakeId, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { agentCounts, itemsToAnswer } from "@kibitz/domain"
import type { ReactNode } from "react"
import { useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import type { ActionId } from "../../../kernel/keys/actions.ts"
import type { Waiting } from "../../../kernel/session/offers.ts"
import { useAgent, useSession } from "../../../kernel/session/session-context.ts"
import { formatCount } from "../../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { itemsFrom } from "../../../kernel/words/attention-copy.ts"

type ComposerHintProps = {
  id: string
  length: number
  refusal: string | null
  isCommand: boolean
  /** What is sent waits: for the end of its turn, or, where the user holds it, for them to let it go on. */
  isWorking: boolean
  isHeld: boolean
  hasList: boolean
  /** Whom it is for when that is not the one whose chat is open. */
  other: string | null
}

export function ComposerHint({ id, length, refusal, ...state }: ComposerHintProps) {
  const isTooLong = length > MESSAGE_TEXT_LIMIT
  const trouble = isTooLong
    ? `${formatCount(length)} characters; a message holds at most ${formatCount(MESSAGE_TEXT_LIMIT)}. Put the rest into a file or a second message.`
    : refusal
  return (
    <div className="composer-hint">
      <p id={id} className="composer-keys" role={trouble === null ? undefined : "alert"}>
        {trouble === null ? <Keys length={length} {...state} /> : <span className="failed-text">{trouble}</span>}
      </p>
      <NextWaiting />
    </div>
  )
}

/** Where nothing can be written. */
export function LookingHint() {
  return (
    <div className="composer-hint">
      <p className="composer-keys">
        <Key id="zoom-out">leave</Key>
        <Key id="find-here">find</Key>
      </p>
      <NextWaiting />
    </div>
  )
}

function Keys({ length, isCommand, isWorking, isHeld, hasList, other }: Omit<ComposerHintProps, "refusal" | "id">) {
  return (
    <>
      <Key id="send">
        {isCommand ? "run" : isWorking ? "queue" : "send"}
        {other !== null && (
          <>
            {" "}
            {isCommand || isWorking ? "for" : "to"} <bdi>{other}</bdi>
          </>
        )}
      </Key>
      {hasList && (
        <span>
          <kbd>Tab</kbd> complete
        </span>
      )}
      {isWorking && !isCommand && <Key id="send-now">{isHeld ? "send, and let it go on" : "send now"}</Key>}
      {!isCommand && <Key id="newline">new line</Key>}
      {!isCommand && length === 0 && <Key id="zoom-out">leave</Key>}
    </>
  )
}

function Key({ id, children }: { id: ActionId; children: ReactNode }) {
  const key = useShownKey(id)
  if (key === "") return null
  return (
    <span>
      <kbd>{key}</kbd> {children}
    </span>
  )
}

/** One key to the next thing that needs the user, from anywhere: said where they look most. */
function NextWaiting() {
  const { walk } = useSession<Waiting>()
  const count = useAgent(jakeId, ({ tally }) => itemsToAnswer(tally)) ?? 0
  const agents = useAgent(jakeId, ({ tally }) => agentCounts(tally).needsYou) ?? 0
  const key = useShownKey("attention-next")
  if (count === 0) return null
  return (
    <button
      type="button"
      className="composer-waiting"
      data-testid="composer-waiting"
      title={itemsFrom(count, agents)}
      onClick={walk.next}
    >
      <StatusGlyph status="needs-you" /> {formatCount(count)}
      <span className="visually-hidden"> {count === 1 ? "item" : "items"}</span> waiting {key !== "" && <kbd>{key}</kbd>}
    </button>
  )
}
