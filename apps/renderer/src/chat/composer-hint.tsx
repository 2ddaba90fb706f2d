// Owns: the line below the composer: which keys do what right now, or why the text cannot go.
import { MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { isApple } from "../app/shortcuts.ts"
import { asksToConfirm } from "../slash/slash-text.ts"
import { formatCount } from "../ui/numbers.ts"

type ComposerHintProps = {
  length: number
  refusal: string | null
  isCommand: boolean
  isWorking: boolean
  hasList: boolean
  /** Whom it is for when that is not the one whose chat is open. */
  other: string | null
}

export function ComposerHint({ length, refusal, isCommand, isWorking, hasList, other }: ComposerHintProps) {
  const isTooLong = length > MESSAGE_TEXT_LIMIT
  const trouble = isTooLong
    ? `${formatCount(length)} characters; a message holds at most ${formatCount(MESSAGE_TEXT_LIMIT)}. Put the rest into a file or a second message.`
    : refusal
  return (
    <p id="composer-hint" className="composer-hint" role={trouble === null ? undefined : "alert"}>
      {trouble === null ? (
        <Keys isCommand={isCommand || hasList} isWorking={isWorking} hasList={hasList} other={other} />
      ) : (
        <span className={asksToConfirm(trouble) ? "composer-asks" : "failed-text"}>{trouble}</span>
      )}
    </p>
  )
}

function Keys({ isCommand, isWorking, hasList, other }: Omit<ComposerHintProps, "length" | "refusal">) {
  const mod = isApple ? "⌘" : "Ctrl+"
  return (
    <>
      <span>
        <kbd>Enter</kbd> {isCommand ? "run" : isWorking ? "queue" : "send"}
        {other !== null && (
          <>
            {" "}
            {isCommand || isWorking ? "for" : "to"} <bdi>{other}</bdi>
          </>
        )}
      </span>
      {hasList && (
        <span>
          <kbd>Tab</kbd> complete
        </span>
      )}
      {isWorking && !isCommand && (
        <span>
          <kbd>{mod}Enter</kbd> send now
        </span>
      )}
      {!isCommand && (
        <>
          <span>
            <kbd>Shift+Enter</kbd> new line
          </span>
          <span>
            <kbd>/</kbd> commands
          </span>
        </>
      )}
    </>
  )
}
