// Owns: the palette: one field over everything that can be done and everybody one can go to. It is an overlay: no chat is left by it (ux 1.13).
import type { AgentId } from "@kibitz/contract"
import { ChevronDown } from "lucide-react"
import { type KeyboardEvent, type RefObject, useId, useRef } from "react"
import type { ActionId } from "../../kernel/keys/actions.ts"
import { isWriting, thisOs } from "../../kernel/keys/chord.ts"
import { completed } from "../../kernel/slash/slash-text.ts"
import { useModal } from "../../kernel/ui/modal.ts"
import { About, hasMore } from "./about.tsx"
import type { Entry } from "./entries.ts"
import "../../kernel/ui/finder.css"
import { optionId, PaletteList } from "./palette-list.tsx"
import { type PaletteMode, sourceLabels } from "./sources.ts"
import { type Choosing, type ChoosingFacts, useChoosing } from "./use-choosing.ts"
import { type PaletteState, usePalette } from "./use-palette.ts"

export type PaletteProps = {
  mode: PaletteMode
  /** On whom it acts at first: who is talked to, or selected. */
  scope: AgentId
  pages: ChoosingFacts["pages"]
  /** Whether there is anybody to do it here; what nobody does is not listed. */
  offers(id: ActionId): boolean
  /** Why it cannot be done now; null when it can. */
  refuses?(id: ActionId): string | null
  /** Why nothing can be changed here; null where it can. */
  closed?: string | null
  /** Called when the palette has closed and given the focus back. */
  onRun(id: ActionId, scope: AgentId): void
  onClose(): void
}

const never = () => null

export function Palette({ mode, scope, pages, offers, refuses = never, closed = null, onRun, onClose }: PaletteProps) {
  const state = usePalette({ mode, scope, pages, offers, refuses, closed })
  const choosing = useChoosing(state, { pages, onRun, onClose })
  const dialog = useModal("input")
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const reached = state.found[state.at]?.entry
  const pick = (entry: Entry) => {
    choosing.pick(entry)
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is only on the backdrop
    <dialog
      ref={dialog}
      className="dialog palette"
      data-testid="palette"
      aria-label={mode === "agents" ? "Go to agent" : "Command palette"}
      onCancel={(event) => {
        event.preventDefault()
        if (state.isPickingScope) state.pickScope(false)
        else onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="palette-head">
        <Field
          field={field}
          list={list}
          state={state}
          mode={mode}
          onKeyDown={(event) => onFieldKey(event, state, { ...choosing, pick }, offers("split"))}
        />
        <button
          type="button"
          className="palette-scope"
          aria-pressed={state.isPickingScope}
          title="Whom it acts on"
          onClick={() => {
            state.pickScope(!state.isPickingScope)
            field.current?.focus()
          }}
        >
          <span className="palette-for">on</span> <bdi>{state.scopeName}</bdi>
          <ChevronDown size="0.8125rem" aria-hidden />
        </button>
      </div>
      {state.refusal !== null && (
        <p className="palette-refusal failed-text" role="alert">
          {state.refusal}
        </p>
      )}
      <PaletteList
        id={list}
        label={sourceLabels[state.source]}
        found={state.found}
        at={state.at}
        onReach={state.reach}
        onPick={pick}
      >
        <Nothing state={state} />
      </PaletteList>
      {reached && hasMore(reached) && <About entry={reached} world={state.world} />}
      <footer className="palette-foot">
        <span aria-hidden>
          <kbd>&gt;</kbd> commands <kbd>@</kbd> agents <kbd>/</kbd> slash <kbd>?</kbd> help
        </span>
        <span role="status">{state.found.length === 1 ? "1 match" : `${state.found.length} matches`}</span>
      </footer>
    </dialog>
  )
}

type FieldProps = {
  field: RefObject<HTMLInputElement | null>
  list: string
  state: PaletteState
  mode: PaletteMode
  onKeyDown(event: KeyboardEvent): void
}

function Field({ field, list, state, mode, onKeyDown }: FieldProps) {
  const { text, ghost, found, at, isPickingScope, source, refusal, write } = state
  return (
    <div className="palette-line">
      {ghost !== "" && (
        <div className="palette-ghost" aria-hidden>
          <span>{text}</span>
          {ghost}
        </div>
      )}
      <input
        ref={field}
        className="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(list, at) : undefined}
        aria-label={isPickingScope ? "Whom it acts on" : sourceLabels[source]}
        aria-invalid={refusal !== null}
        placeholder={isPickingScope ? "Whom it acts on" : mode === "agents" ? "Go to agent" : "Type what you want to do"}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** While an input method is open, its keys choose words. */
function onFieldKey(event: KeyboardEvent, state: PaletteState, choosing: Choosing, canSplit: boolean): void {
  if (isWriting(event.nativeEvent, thisOs) || event.altKey) return
  const reached = state.found[state.at]?.entry
  const isModified = event.ctrlKey || event.metaKey
  const next = isModified || event.shiftKey ? null : destination(event.key, state.at, state.found.length)
  if (event.key === "Escape" && isWithoutMatch(state)) {
    // Prevented, or the browser would close the dialog.
    event.preventDefault()
    event.stopPropagation()
    state.write("")
  } else if (event.key === "Enter") {
    event.preventDefault()
    if (event.repeat) return
    if (!reached) choosing.runTyped()
    else if (isModified && canSplit && !state.isPickingScope && reached.act.kind === "agent")
      choosing.openBeside(reached.act.agentId)
    else choosing.pick(reached)
  } else if (next !== null) {
    event.preventDefault()
    state.reach(next)
  } else if (event.key === "Tab" && !event.shiftKey && reached?.act.kind === "complete") {
    const text = completed(state.text, reached.act.item)
    // With nothing left to complete, Tab goes on to whom it acts on.
    if (text === state.text) return
    event.preventDefault()
    state.write(text)
  }
}

/** A line with arguments of its own has nothing to choose from, and can be run as it is. */
function isLine({ source, text }: PaletteState): boolean {
  return source === "slash" && /\s/.test(text.trim())
}

function isWithoutMatch(state: PaletteState): boolean {
  return state.found.length === 0 && state.text !== "" && !isLine(state)
}

function Nothing({ state }: { state: PaletteState }) {
  return <p>{isLine(state) ? "Enter runs it." : `No match for '${state.query.trim()}'. Esc clears the filter.`}</p>
}

const PAGE = 8

function destination(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return at + 1 < count ? at + 1 : 0
    case "ArrowUp":
      return at > 0 ? at - 1 : count - 1
    case "Home":
      return 0
    case "End":
      return count - 1
    case "PageDown":
      return Math.min(count - 1, at + PAGE)
    case "PageUp":
      return Math.max(0, at - PAGE)
    default:
      return null
  }
}
