// Owns: writing to an agent. Enter sends or queues, the modifier sends now; text leaves the field only when it is safe elsewhere.
// A line that is a command runs as one and is never said to the agent. What begins with another's name is for that one.

import { type Agent, type AgentId, type Delivery, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { isSlash } from "@kibitz/domain"
import { ArrowUp } from "lucide-react"
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react"
import { useShape } from "../../../kernel/agents/shape.ts"
import { writeDraft } from "../../../kernel/keep/drafts.ts"
import { useKeyStore, useTitleWithKey } from "../../../kernel/keyboard/use-keys.ts"
import { match } from "../../../kernel/keys/bindings.ts"
import type { Frame, HasKeep, Messages, Remarks } from "../../../kernel/session/offers.ts"
import { useAgent, useAgentId, useSession } from "../../../kernel/session/session-context.ts"
import { useSlash } from "../../../kernel/slash/use-slash.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { useHasFocus } from "../../../kernel/ui/use-has-focus.ts"
import { type Aim, aimOf, mayAim, ranFor, sentTo } from "./aim.ts"
import { ComposerHint } from "./composer-hint.tsx"
import { OptionList, optionId } from "./option-list.tsx"
import { useCompletion } from "./use-completion.ts"
import { useKeptText } from "./use-kept-text.ts"
import "./composer.css"

export function Composer({ agent }: { agent: string }) {
  const session = useSession<HasKeep & Messages & Frame & Remarks>()
  const agentId = useAgentId()
  const keys = useKeyStore()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, caret, type, moved, place } = useKeptText(agentId, field)
  const isFocused = useHasFocus(field)
  const aim = useAim(agentId, text)
  const [misaimed, setMisaimed] = useState<string | null>(null)
  const isHeld = useAgent(aim.agentId, heldByUser) === true
  const isWorking = useAgent(aim.agentId, (state) => state.turn !== null) === true || isHeld
  const slash = useSlash(aim.agentId, aim.line)
  const isCommand = isSlash(aim.line)
  const sends = isCommand ? "Run" : isWorking ? "Queue" : "Send"
  const sendTitle = useTitleWithKey(sends, "send")
  const refusal = aim.refusal !== null && misaimed === text ? aim.refusal : slash.refusal
  const isTooLong = text.length > MESSAGE_TEXT_LIMIT
  const canSend = aim.line.trim() !== "" && !isTooLong && !slash.isRunning
  const completion = useCompletion(agentId, slash, { text, caret, head: aim.head, line: aim.line })
  const list = isFocused ? completion : null

  function empty(next: string): void {
    place({ text: next, caret: next.length })
    if (next === "") writeDraft(session.keep, agentId, "")
    // A command may have led elsewhere meanwhile: the focus is there then, and stays.
    const at = document.activeElement
    if (at === null || at === document.body || field.current?.form?.contains(at)) field.current?.focus()
  }

  function send(delivery: Delivery): void {
    if (!canSend) return
    if (aim.refusal !== null) return setMisaimed(text)
    const { name, head } = aim
    if (isCommand || slash.marked !== null) {
      const typed = text
      void slash.run().then((next) => {
        if (next === "" && name !== null && session.screen.getState().overlay === null) session.remark(ranFor(name), "quiet")
        // It has led out of this chat: the command is no draft.
        if (field.current === null && next === "") writeDraft(session.keep, agentId, "")
        // What was typed meanwhile is not thrown away.
        if (field.current?.value === typed) empty(next === "" ? "" : head + next)
      })
      return
    }
    const sent = session.send(aim.agentId, aim.line, delivery)
    if (name !== null) void sent.then((trouble) => session.remark(sentTo(name, trouble), trouble === null ? "quiet" : "problem"))
    empty("")
  }

  function complete(): void {
    const completed = list?.complete()
    if (completed) place(completed)
  }

  /** True when the key was one of ours. */
  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    const action = match(keys.bindings.getState(), event.nativeEvent, "composer", true, keys.os)
    if (action === "send" || action === "send-now") {
      if (event.repeat) return true
      if (list && !list.isCommand && list.picked !== null) complete()
      else send(action === "send-now" ? "now" : "queue")
      return true
    }
    // Shift+Enter is what the field itself takes for a new line.
    if (action === "newline" && (event.key !== "Enter" || event.ctrlKey || event.metaKey)) {
      place(withLineAt(event.currentTarget))
      return true
    }
    if (list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      list.move(event.key === "ArrowDown" ? 1 : -1)
      return true
    }
    if (list && event.key === "Tab" && !event.shiftKey) {
      complete()
      return true
    }
    // From an empty composer the key goes on, and leaves the chat.
    if (event.key === "Escape" && !event.shiftKey && (list || text !== "")) {
      if (list) list.close()
      else event.currentTarget.closest(".conversation")?.querySelector<HTMLElement>("[data-region=transcript]")?.focus()
      return true
    }
    return false
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send("queue")
      }}
    >
      <div className={`composer-box ${isTooLong ? "composer-over" : ""}`}>
        {list && (
          <OptionList
            id={id}
            label={list.label}
            options={list.options}
            picked={list.picked}
            onPick={(index) => {
              const completed = list.completeWith(index)
              if (completed) place(completed)
              field.current?.focus()
            }}
          />
        )}
        {isFocused && slash.ghost !== "" && (
          <div className="slash-ghost" aria-hidden>
            <span>{text}</span>
            {slash.ghost}
          </div>
        )}
        <textarea
          ref={field}
          data-testid="composer"
          data-region="composer"
          aria-label={`Message ${agent}`}
          aria-describedby={`${id}-hint`}
          aria-invalid={isTooLong || refusal !== null}
          aria-autocomplete={list ? "list" : undefined}
          aria-controls={list ? id : undefined}
          aria-activedescendant={list && list.picked !== null ? optionId(id, list.picked) : undefined}
          placeholder={`Message ${agent}… (/ for commands, @ to mention an agent or file)`}
          rows={1}
          dir={directionOf(text)}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the composer is what this window opens for
          autoFocus
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          onSelect={(event) => moved(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            // While an input method is open, Enter chooses a word and Escape closes its list.
            if (event.nativeEvent.isComposing || event.keyCode === 229) return
            if (pressed(event)) event.preventDefault()
          }}
        />
        <button type="submit" className="send" disabled={!canSend} aria-label={sends} title={sendTitle}>
          <ArrowUp size="1rem" aria-hidden />
        </button>
      </div>
      <ComposerHint
        id={`${id}-hint`}
        length={text.length}
        refusal={refusal}
        isCommand={isCommand || list?.isCommand === true}
        isWorking={isWorking}
        isHeld={isHeld}
        hasList={list !== null}
        other={aim.name}
      />
    </form>
  )
}

function heldByUser({ turn, standing }: Agent): boolean {
  return turn === null && standing.kind === "paused" && standing.by === "user"
}

function withLineAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return { text: `${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`, caret: selectionStart + 1 }
}

/** Only names decide whom a text is for: what the agents do meanwhile draws no composer anew. */
function useAim(agentId: AgentId, text: string): Aim {
  const world = useShape(mayAim(text))
  return useMemo(() => aimOf(text, world, agentId), [text, world, agentId])
}
