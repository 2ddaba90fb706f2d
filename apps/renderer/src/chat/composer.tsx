// Owns: writing to an agent. Enter sends or queues, the modifier sends now; text leaves the field only when it is safe elsewhere.
// A line that is a command runs as one and is never said to the agent. What begins with another's name is for that one.
import { type AgentId, type Delivery, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { isSlash } from "@kibitz/domain"
import { ArrowUp } from "lucide-react"
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react"
import { useAgent, useAgentId, useSession, useWorld } from "../app/session-context.ts"
import { SLASH_LIST_ID, SlashList, slashOptionId } from "../slash/slash-list.tsx"
import { useSlash } from "../slash/use-slash.ts"
import { directionOf } from "../ui/direction.ts"
import { type Aim, aimOf, mayAim, ranFor, sentTo } from "./aim.ts"
import { ComposerHint } from "./composer-hint.tsx"
import { readDraft, writeDraft } from "./drafts.ts"

export function Composer({ agent }: { agent: string }) {
  const session = useSession()
  const agentId = useAgentId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => readDraft(session.keep, agentId))
  const [isFocused, setFocused] = useState(false)
  const aim = useAim(agentId, text)
  const [misaimed, setMisaimed] = useState<string | null>(null)
  const isWorking = useAgent(aim.agentId, (state) => state.turn !== null) === true
  const slash = useSlash(aim.agentId, aim.line)
  const isCommand = isSlash(aim.line)
  const refusal = aim.refusal !== null && misaimed === text ? aim.refusal : slash.refusal
  const isTooLong = text.length > MESSAGE_TEXT_LIMIT
  const canSend = aim.line.trim() !== "" && !isTooLong && !slash.isRunning
  const isOpen = isFocused && slash.items.length > 0
  useKeptDraft(agentId, text)

  function empty(next: string): void {
    setText(next)
    if (next === "") writeDraft(session.keep, agentId, "")
    field.current?.focus()
  }

  function send(delivery: Delivery): void {
    if (!canSend) return
    if (aim.refusal !== null) return setMisaimed(text)
    const { name, head } = aim
    if (isCommand || slash.picked !== null) {
      const typed = text
      void slash.run().then((next) => {
        if (next === "" && name !== null && session.screen.getState().overlay === null) session.remark(ranFor(name), "quiet")
        // What was typed meanwhile is not thrown away.
        if (field.current?.value === typed) empty(next === "" ? "" : head + next)
      })
      return
    }
    const sent = session.send(aim.agentId, aim.line, delivery)
    if (name !== null) void sent.then((trouble) => session.remark(sentTo(name, trouble), trouble === null ? "quiet" : "problem"))
    empty("")
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method is open, Enter chooses a word and Escape closes its list.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const hasList = isOpen
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      if (!event.repeat) send(event.ctrlKey || event.metaKey ? "now" : "queue")
    } else if (hasList && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault()
      slash.move(event.key === "ArrowDown" ? 1 : -1)
    } else if (hasList && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault()
      setText(aim.head + (slash.complete() ?? aim.line))
    } else if (event.key === "Escape") {
      if (hasList) slash.close()
      else document.querySelector<HTMLElement>("[data-region=transcript]")?.focus()
    }
  }

  function pickFromList(index: number): void {
    const item = slash.items[index]
    if (item) setText(aim.head + slash.completeWith(item))
    field.current?.focus()
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
        {isOpen && <SlashList items={slash.items} picked={slash.picked} isName={!/\s/.test(aim.line)} onPick={pickFromList} />}
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
          aria-describedby="composer-hint"
          aria-invalid={isTooLong || refusal !== null}
          aria-autocomplete={isOpen ? "list" : undefined}
          aria-controls={isOpen ? SLASH_LIST_ID : undefined}
          aria-activedescendant={isOpen && slash.picked !== null ? slashOptionId(slash.picked) : undefined}
          placeholder={`Message ${agent}`}
          rows={1}
          dir={directionOf(text)}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the composer is what this window opens for
          autoFocus
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="send"
          disabled={!canSend}
          aria-label={isCommand ? "Run" : isWorking ? "Queue" : "Send"}
          title={isCommand ? "Run (Enter)" : isWorking ? "Queue (Enter)" : "Send (Enter)"}
        >
          <ArrowUp size="1rem" aria-hidden />
        </button>
      </div>
      <ComposerHint
        length={text.length}
        refusal={refusal}
        isCommand={isCommand}
        isWorking={isWorking}
        hasList={isOpen}
        other={aim.name}
      />
    </form>
  )
}

/** The world is only watched while a name may be typed: it changes with every step of every agent. */
function useAim(agentId: AgentId, text: string): Aim {
  const world = useWorld((state) => (mayAim(text) ? state.world : null))
  return useMemo(() => aimOf(text, world, agentId), [text, world, agentId])
}

function useKeptDraft(agentId: AgentId, text: string): void {
  const { keep } = useSession()
  // At once, not after a pause: the storage itself reaches the disk late, and a quit may leave it no further moment.
  useEffect(() => writeDraft(keep, agentId, text), [keep, agentId, text])
}
