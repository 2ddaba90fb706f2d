// Owns: a question from an agent: options by digit, words of one's own, or leaving it to the agent. It never waits in a dialog.

import { type ItemId, MESSAGE_TEXT_LIMIT, type QuestionItem } from "@kibitz/contract"
import { type Ref, useId, useRef } from "react"
import { useStore } from "zustand"
import { showNames } from "../../../kernel/agents/agent-names.ts"
import { type CardTools, useCard, useSubmit } from "../../../kernel/attention/card-tools.ts"
import { useWaiting } from "../../../kernel/attention/use-waiting.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { type HalfAnswer, halfAnswer } from "../../../kernel/desk/half-answers.ts"
import { useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import { optionIds } from "../../../kernel/keys/actions.ts"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Waiting } from "../../../kernel/session/offers.ts"
import { useAgent, useSession, useWorld } from "../../../kernel/session/session-context.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { agentsWait, oneLine } from "../../../kernel/words/attention-copy.ts"
import { Card } from "./card.tsx"
import { Action, CardActions, SubmitKey } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"
import "./choices.css"
import "./question-card.css"

type QuestionCardProps = {
  item: QuestionItem
  /** Asked the same by others. */
  others: readonly QuestionItem[]
  agent: string
}

export function QuestionCard({ item, others, agent }: QuestionCardProps) {
  const { halfAnswers } = useSession<Waiting>().desk
  const half = useStore(halfAnswers.store, (all) => halfAnswer(all, item))
  const change = (what: Partial<HalfAnswer>) => halfAnswers.change(item, what)
  const field = useRef<HTMLTextAreaElement>(null)
  // The number after the last leads into the field for words of one's own.
  const options = [...item.options.map((_, index) => () => change({ choice: index })), () => field.current?.focus()]
  const waiting = useWaiting(item)
  return (
    <Card
      heading={
        <>
          Question · <bdi>{agent}</bdi>
          {waiting > 0 && <> · {agentsWait(waiting)}</>}
        </>
      }
      agentId={item.agentId}
      item={item}
      since={item.at}
      options={options}
    >
      <Answering item={item} others={others} agent={agent} half={half} change={change} field={field} />
    </Card>
  )
}

type AnsweringProps = QuestionCardProps & {
  half: HalfAnswer
  change(what: Partial<HalfAnswer>): void
  /** Where words of one's own are written. */
  field: Ref<HTMLTextAreaElement>
}

function Answering({ item, others, agent, half, change, field }: AnsweringProps) {
  const tools = useCard()
  const isHeld = useAgent(item.agentId, ({ standing }) => standing.kind === "paused") === true
  const { choice, own, isForAll } = half
  const text = choice === "own" ? own.trim() : choice === null ? "" : (item.options[choice]?.label ?? "")
  const also = isForAll ? others.map(({ id }) => id) : []
  const canAnswer = text !== "" && text.length <= MESSAGE_TEXT_LIMIT
  const send = (thenNext: boolean) => {
    if (canAnswer) answer(tools, item, { text, also, thenNext })
    return canAnswer
  }
  useSubmit(send)
  return (
    <>
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.question)}>
          {visibleProse(item.question)}
        </p>
        <Options item={item} agent={agent} half={half} change={change} field={field} onEnter={send} />
        {isHeld && <p className="card-note">{agent} is paused by you. Your answer is kept, and told when you let it go on.</p>}
      </div>
      <CardActions>
        <Action tone="primary" isDisabled={!canAnswer} testId="card-answer" onAct={() => send(false)}>
          Answer <SubmitKey />
        </Action>
        <Action onAct={() => answer(tools, item, { text: "You decide.", also, thenNext: false })}>You decide</Action>
        <Action tone="quiet" onAct={() => tools.answer([item.id], { type: "attention.snooze", itemId: item.id, until: 30 })}>
          Snooze 30m
        </Action>
        <OpenChat agentId={item.agentId} />
        {others.length > 0 && (
          <Also others={others} isForAll={isForAll} onChange={tools.act(() => change({ isForAll: !isForAll }))} />
        )}
      </CardActions>
    </>
  )
}

type OptionsProps = Omit<AnsweringProps, "others"> & {
  onEnter(thenNext: boolean): boolean
}

function Options({ item, agent, half: { choice, own }, change, field: written, onEnter }: OptionsProps) {
  const { act } = useCard()
  const field = useChangeField()
  const id = useId()
  const hasOptions = item.options.length > 0
  return (
    <div className="options">
      {item.options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is named by its digit
        <label key={index} className="option">
          <input
            type="radio"
            name={id}
            checked={choice === index}
            {...field}
            onChange={act(() => change({ choice: index }))}
            onKeyDown={(event) => {
              const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
              if (event.key === "Enter" && isPlain && !event.repeat) act(() => onEnter(false))()
            }}
          />
          <OptionKey index={index} />
          <span className="option-text">
            <span className="option-label">{oneLine(option.label)}</span>
            {option.detail !== "" && <span className="option-detail">{oneLine(option.detail)}</span>}
            {item.preferred === index && <span className="option-preferred">{agent} would pick this</span>}
          </span>
        </label>
      ))}
      <div className="option">
        {hasOptions && (
          <label className="option-pick">
            <input type="radio" name={id} {...field} checked={choice === "own"} onChange={act(() => change({ choice: "own" }))} />
            <span className="visually-hidden">Something else</span>
          </label>
        )}
        {hasOptions && <OptionKey index={item.options.length} />}
        <textarea
          ref={written}
          {...field}
          className="field option-own"
          aria-label={hasOptions ? "Something else, in your words" : "Your answer"}
          placeholder={hasOptions ? "Something else" : "Your answer"}
          rows={1}
          value={own}
          dir={directionOf(own)}
          onFocus={act(() => change({ choice: "own" }))}
          onChange={(event) => change({ choice: "own", own: event.target.value })}
        />
      </div>
    </div>
  )
}

/** The key that chooses it; none where the user has none for it. */
function OptionKey({ index }: { index: number }) {
  const key = useShownKey(optionIds[index] ?? "option-1")
  return optionIds[index] === undefined || key === "" ? null : <kbd aria-hidden>{key}</kbd>
}

/** Others that asked the same, and get the same answer unless the user says otherwise. */
function Also({ others, isForAll, onChange }: { others: readonly QuestionItem[]; isForAll: boolean; onChange(): void }) {
  const field = useChangeField()
  const names = useWorld(({ world }) =>
    world
      ? showNames(
          world,
          others.map(({ agentId }) => agentId),
        )
      : "",
  )
  return (
    <label className="also-answers">
      <input type="checkbox" {...field} checked={isForAll} onChange={onChange} />
      <span>
        Also answers: <bdi>{names}</bdi>
      </span>
    </label>
  )
}

type Said = { readonly text: string; readonly also: readonly ItemId[]; readonly thenNext: boolean }

function answer(tools: CardTools, item: QuestionItem, { text, also, thenNext }: Said): void {
  tools.answer([item.id, ...also], { type: "question.answer", itemId: item.id, text, also: [...also] }, thenNext)
}
