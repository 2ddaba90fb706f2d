// Owns: writing to an agent. Enter sends or queues, the modifier sends now; text leaves the field only when it is safe elsewhere.
import { type Delivery, jakeId, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { ArrowUp } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useAgent, useSession } from "../app/session-context.ts"
import { isApple } from "../app/shortcuts.ts"
import { directionOf } from "../ui/direction.ts"
import { formatCount } from "../ui/numbers.ts"
import { readDraft, writeDraft } from "./drafts.ts"

export function Composer({ agent }: { agent: string }) {
  const session = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => readDraft(session.keep, jakeId))
  const isWorking = useAgent(jakeId, (state) => state.turn !== null) === true
  const isTooLong = text.length > MESSAGE_TEXT_LIMIT
  const canSend = text.trim() !== "" && !isTooLong
  useKeptDraft(text)

  function send(delivery: Delivery): void {
    if (!canSend) return
    session.send(jakeId, text, delivery)
    setText("")
    writeDraft(session.keep, jakeId, "")
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method is open, Enter chooses a word and Escape closes its list.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      if (!event.repeat) send(event.ctrlKey || event.metaKey ? "now" : "queue")
    } else if (event.key === "Escape") {
      document.querySelector<HTMLElement>("[data-region=transcript]")?.focus()
    }
  }

  const mod = isApple ? "⌘" : "Ctrl+"
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send("queue")
      }}
    >
      <div className={`composer-box ${isTooLong ? "composer-over" : ""}`}>
        <textarea
          ref={field}
          data-testid="composer"
          data-region="composer"
          aria-label={`Message ${agent}`}
          aria-describedby="composer-hint"
          aria-invalid={isTooLong}
          placeholder={`Message ${agent}`}
          rows={1}
          dir={directionOf(text)}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the composer is what this window opens for
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="send"
          disabled={!canSend}
          aria-label={isWorking ? "Queue" : "Send"}
          title={isWorking ? "Queue (Enter)" : "Send (Enter)"}
        >
          <ArrowUp size="1rem" aria-hidden />
        </button>
      </div>
      <p id="composer-hint" className="composer-hint" role={isTooLong ? "alert" : undefined}>
        {isTooLong ? (
          <span className="failed-text">
            {formatCount(text.length)} characters; a message holds at most {formatCount(MESSAGE_TEXT_LIMIT)}. Put the rest into a
            file or a second message.
          </span>
        ) : (
          <>
            <span>
              <kbd>Enter</kbd> {isWorking ? "queue" : "send"}
            </span>
            {isWorking && (
              <span>
                <kbd>{mod}Enter</kbd> send now
              </span>
            )}
            <span>
              <kbd>Shift+Enter</kbd> new line
            </span>
          </>
        )}
      </p>
    </form>
  )
}

function useKeptDraft(text: string): void {
  const { keep } = useSession()
  // At once, not after a pause: the storage itself reaches the disk late, and a quit may leave it no further moment.
  useEffect(() => writeDraft(keep, jakeId, text), [keep, text])
}
