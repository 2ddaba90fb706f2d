// Owns: writing to an agent. Enter sends or queues, the modifier sends now; text leaves the field only when it is safe elsewhere.
// A line that is a command runs as one and is never said to the agent. What begins with another's name is for that one.

import { type Agent, type AgentId, MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { isSlash } from "@kibitz/domain"
import { ArrowUp } from "lucide-react"
import { type ComponentProps, useId, useMemo, useRef } from "react"
import { useShape } from "../../../kernel/agents/shape.ts"
import { useKeyStore, useTitleWithKey } from "../../../kernel/keyboard/use-keys.ts"
import { useAgent, useAgentId } from "../../../kernel/session/session-context.ts"
import { useSlash } from "../../../kernel/slash/use-slash.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { useHasFocus } from "../../../kernel/ui/use-has-focus.ts"
import { type Aim, aimOf, mayAim } from "./aim.ts"
import { ComposerHint } from "./composer-hint.tsx"
import { pressInComposer } from "./composer-keys.ts"
import { OptionList, optionId } from "./option-list.tsx"
import { type Completion, useCompletion } from "./use-completion.ts"
import { useKeptText } from "./use-kept-text.ts"
import { useSending } from "./use-sending.ts"
import "./composer.css"

export function Composer({ agent }: { agent: string }) {
  const agentId = useAgentId()
  const keys = useKeyStore()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, caret, type, moved, place } = useKeptText(agentId, field)
  const isFocused = useHasFocus(field)
  const aim = useAim(agentId, text)
  const isHeld = useAgent(aim.agentId, heldByUser) === true
  const isWorking = useAgent(aim.agentId, (state) => state.turn !== null) === true || isHeld
  const slash = useSlash(aim.agentId, aim.line)
  const isCommand = isSlash(aim.line)
  const isTooLong = text.length > MESSAGE_TEXT_LIMIT
  const canSend = aim.line.trim() !== "" && !isTooLong && !slash.isRunning
  const { send, refusal } = useSending({ agentId, field, text, place, aim, slash, canSend })
  const completion = useCompletion(agentId, slash, { text, caret, head: aim.head, line: aim.line })
  const list = isFocused ? completion : null
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
        {isFocused && slash.ghost !== "" && <Ghost text={text} ghost={slash.ghost} />}
        <Field
          ref={field}
          id={id}
          agent={agent}
          text={text}
          list={list}
          isInvalid={isTooLong || refusal !== null}
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          onSelect={(event) => moved(event.currentTarget.selectionStart)}
          onKeyDown={(event) => {
            // While an input method is open, Enter chooses a word and Escape closes its list.
            if (event.nativeEvent.isComposing || event.keyCode === 229) return
            if (pressInComposer(event, { keys, list, text, place, send })) event.preventDefault()
          }}
        />
        <SendButton name={isCommand ? "Run" : isWorking ? "Queue" : "Send"} isDisabled={!canSend} />
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

type FieldProps = Pick<ComponentProps<"textarea">, "ref" | "onChange" | "onSelect" | "onKeyDown"> & {
  readonly id: string
  readonly agent: string
  readonly text: string
  readonly list: Completion | null
  readonly isInvalid: boolean
}

function Field({ id, agent, text, list, isInvalid, ...more }: FieldProps) {
  return (
    <textarea
      data-testid="composer"
      data-region="composer"
      aria-label={`Message ${agent}`}
      aria-describedby={`${id}-hint`}
      aria-invalid={isInvalid}
      aria-autocomplete={list ? "list" : undefined}
      aria-controls={list ? id : undefined}
      aria-activedescendant={list && list.picked !== null ? optionId(id, list.picked) : undefined}
      placeholder={`Message ${agent}… (/ for commands, @ to mention an agent or file)`}
      rows={1}
      dir={directionOf(text)}
      value={text}
      // biome-ignore lint/a11y/noAutofocus: the composer is what this window opens for
      autoFocus
      {...more}
    />
  )
}

/** What Tab would add to the text. */
function Ghost({ text, ghost }: { text: string; ghost: string }) {
  return (
    <div className="slash-ghost" aria-hidden>
      <span>{text}</span>
      {ghost}
    </div>
  )
}

function SendButton({ name, isDisabled }: { name: string; isDisabled: boolean }) {
  const title = useTitleWithKey(name, "send")
  return (
    <button type="submit" className="send" disabled={isDisabled} aria-label={name} title={title}>
      <ArrowUp size="1rem" aria-hidden />
    </button>
  )
}

function heldByUser({ turn, standing }: Agent): boolean {
  return turn === null && standing.kind === "paused" && standing.by === "user"
}

/** Only names decide whom a text is for: what the agents do meanwhile draws no composer anew. */
function useAim(agentId: AgentId, text: string): Aim {
  const world = useShape(mayAim(text))
  return useMemo(() => aimOf(text, world, agentId), [text, world, agentId])
}
