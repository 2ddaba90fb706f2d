// Owns: find everywhere (ux 3.2): one field over all conversations, and a list of the lines that hold the words, by agent. It is an overlay: nobody is
// joined by looking. Choosing a line joins its agent and leads to that line.

import { type AgentId, FIND_TEXT_LIMIT, type FoundLine } from "@kibitz/contract"
import { agentStatus, wordsPattern } from "@kibitz/domain"
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { statusGlyphs, statusWords } from "../../kernel/agents/status-glyphs.ts"
import { isWriting, thisOs } from "../../kernel/keys/chord.ts"
import { visibleProse } from "../../kernel/markdown/visible.ts"
import type { Places } from "../../kernel/session/offers.ts"
import { useAgent, useSession } from "../../kernel/session/session-context.ts"
import "../../kernel/ui/finder.css"
import { formatTime, nowInstant } from "../../kernel/ui/clock.ts"
import { directionOf } from "../../kernel/ui/direction.ts"
import { useModal } from "../../kernel/ui/modal.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { type Choice, choicesOf, everywhereLine, type FoundIn } from "./everywhere.ts"
import "./find-everywhere.css"
import { useEverywhere } from "./use-everywhere.ts"

type FindEverywhereProps = {
  /** What is looked for at first. */
  text: string
  /** Whose conversation comes first. */
  first: AgentId
  onClose(): void
}

export function FindEverywhere({ text: asked, first, onClose }: FindEverywhereProps) {
  const session = useSession<Places>()
  const dialog = useModal("input")
  const [text, setText] = useState(asked)
  const [reached, setReached] = useState(0)
  const list = useId()
  const so = useEverywhere(text, first)
  const choices = useMemo(() => choicesOf(so), [so])
  const pattern = useMemo(() => (so.text.trim() === "" ? null : wordsPattern(so.text)), [so.text])
  const at = Math.min(reached, Math.max(0, choices.length - 1))
  const pick = ({ agentId, line }: Choice) => {
    // The focus is given back first; the chat takes it from there.
    flushSync(onClose)
    session.seek(agentId, so.text.trim(), line?.key ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isWriting(event.nativeEvent, thisOs) || event.ctrlKey || event.metaKey || event.altKey) return
    const next = destination(event.key, at, choices.length)
    const chosen = choices[at]
    if (event.key === "Enter") {
      event.preventDefault()
      // What is listed may still be of the words before.
      if (!event.repeat && chosen && so.text === text) pick(chosen)
    } else if (next !== null) {
      event.preventDefault()
      setReached(next)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is only on the backdrop
    <dialog
      ref={dialog}
      className="dialog palette everywhere"
      data-testid="find-everywhere"
      aria-label="Find everywhere"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="palette-head">
        <div className="palette-line">
          <input
            className="palette-field"
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={choices.length > 0 ? optionId(list, at) : undefined}
            aria-label="Find in all conversations"
            placeholder="Find in all conversations"
            autoComplete="off"
            spellCheck={false}
            maxLength={FIND_TEXT_LIMIT}
            dir={directionOf(text)}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setReached(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <Results id={list} found={so.found} at={at} pattern={pattern} onReach={setReached} onPick={pick}>
        {nothingFound(text, so)}
      </Results>
      <Foot>{everywhereLine(so)}</Foot>
    </dialog>
  )
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <footer className="palette-foot">
      <span aria-hidden>
        <kbd>Enter</kbd> joins, at that line <kbd>Esc</kbd> closes
      </span>
      <span role="status" data-testid="find-everywhere-count">
        {children}
      </span>
    </footer>
  )
}

/** In place of the results. */
function nothingFound(text: string, so: ReturnType<typeof useEverywhere>): string {
  if (text.trim() === "") return "What was said by you and by every agent, and what their tools gave back."
  return so.isOver && so.text === text ? `No match for '${text.trim()}'. Esc closes.` : ""
}

const optionId = (list: string, at: number) => `${list}-${at}`

type ResultsProps = {
  id: string
  found: readonly FoundIn[]
  at: number
  pattern: RegExp | null
  /** Said when there is nothing. */
  children: string
  onReach(at: number): void
  onPick(choice: Choice): void
}

function Results({ id, found, at, pattern, children, onReach, onPick }: ResultsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const reached = scroller.current?.querySelector(`[id="${optionId(id, at)}"]`)
    // The first of an agent is shown with its name.
    ;(reached?.previousElementSibling?.matches("h3") ? reached.previousElementSibling : reached)?.scrollIntoView({
      block: "nearest",
    })
    reached?.scrollIntoView({ block: "nearest" })
  }, [id, at])
  let index = 0
  return (
    <div ref={scroller} className="palette-list" id={id} role="listbox" aria-label="Lines found" tabIndex={-1}>
      {found.length === 0 && children !== "" && <p className="palette-nothing">{children}</p>}
      {found.map(({ agentId, lines, isMore }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group within a list box
        <div key={agentId} role="group" aria-labelledby={`${id}-${agentId}`}>
          <AgentLine id={`${id}-${agentId}`} agentId={agentId} />
          {[...lines, ...(isMore ? [null] : [])].map((line) => {
            const place = index++
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
              <div
                key={line?.key ?? "more"}
                id={optionId(id, place)}
                role="option"
                aria-selected={place === at}
                tabIndex={-1}
                className="palette-option everywhere-line"
                onMouseMove={() => place !== at && onReach(place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick({ agentId, line })}
              >
                {line ? (
                  <Said line={line} pattern={pattern} />
                ) : (
                  <span className="everywhere-more">More in this conversation</span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function AgentLine({ id, agentId }: { id: string; agentId: AgentId }) {
  const [now] = useState(nowInstant)
  const name = useAgent(agentId, (agent) => agent.name)
  const status = useAgent(agentId, (agent) => agentStatus(agent, now)) ?? "waiting"
  return (
    <h3 id={id} className="everywhere-agent">
      <StatusGlyph status={statusGlyphs[status]} label={statusWords[status]} />
      <bdi>{name}</bdi>
    </h3>
  )
}

const speakers: Readonly<Record<FoundLine["by"], string>> = { user: "You", agent: "", tool: "Tool", kibitz: "Kibitz" }

function Said({ line, pattern }: { line: FoundLine; pattern: RegExp | null }) {
  const text = visibleProse(line.text)
  const match = pattern?.exec(text)
  const speaker = speakers[line.by]
  return (
    <>
      <time className="everywhere-at" dateTime={line.at}>
        {formatTime(line.at)}
      </time>
      <span className="everywhere-text" dir="auto">
        {speaker !== "" && <span className="everywhere-by">{speaker}</span>}
        {match ? (
          <>
            {text.slice(0, match.index)}
            <mark>{match[0]}</mark>
            {text.slice(match.index + match[0].length)}
          </>
        ) : (
          text
        )}
      </span>
    </>
  )
}

function destination(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return at + 1 < count ? at + 1 : 0
  if (key === "ArrowUp") return at > 0 ? at - 1 : Math.max(0, count - 1)
  if (key === "PageDown") return Math.max(0, Math.min(count - 1, at + 8))
  return key === "PageUp" ? Math.max(0, at - 8) : null
}
