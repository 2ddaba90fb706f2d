// Owns: a question from an agent: options by digit, words of one's own, or leaving it to the agent. It never waits in a dialog.
import { MESSAGE_TEXT_LIMIT, type QuestionItem } from "@kibitz/contract"
import { useId, useState } from "react"
import { isApple } from "../app/shortcuts.ts"
import { visibleProse } from "../markdown/visible.ts"
import { directionOf } from "../ui/direction.ts"
import { oneLine } from "./attention-copy.ts"
import { Card, type CardTools, useCard } from "./card.tsx"
import { Action, CardActions } from "./card-parts.tsx"
import { OpenChat } from "./open-chat.tsx"

type Choice = number | "own" | null

export function QuestionCard({ item, agent }: { item: QuestionItem; agent: string }) {
  const [choice, setChoice] = useState<Choice>(item.options.length === 0 ? "own" : null)
  const digits = Object.fromEntries(item.options.map((_, index) => [`${index + 1}`, () => setChoice(index)]))
  return (
    <Card
      heading={
        <>
          Question · <bdi>{agent}</bdi>
        </>
      }
      agentId={item.agentId}
      since={item.at}
      keys={digits}
    >
      <Answering item={item} agent={agent} choice={choice} setChoice={setChoice} />
    </Card>
  )
}

type AnsweringProps = { item: QuestionItem; agent: string; choice: Choice; setChoice(choice: Choice): void }

function Answering({ item, agent, choice, setChoice }: AnsweringProps) {
  const tools = useCard()
  const id = useId()
  const [own, setOwn] = useState("")
  const text = choice === "own" ? own.trim() : choice === null ? "" : (item.options[choice]?.label ?? "")
  const canAnswer = text !== "" && text.length <= MESSAGE_TEXT_LIMIT
  const send = () => canAnswer && answer(tools, item, text)
  return (
    <>
      <div className="card-body">
        <p className="card-question" dir={directionOf(item.question)}>
          {visibleProse(item.question)}
        </p>
        <div className="options">
          {item.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is named by its digit
            <label key={index} className="option">
              <input
                type="radio"
                name={id}
                checked={choice === index}
                onChange={() => setChoice(index)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && !event.repeat) tools.act(send)()
                }}
              />
              <kbd aria-hidden>{index + 1}</kbd>
              <span className="option-label">{oneLine(option.label)}</span>
              {option.detail !== "" && <span className="option-detail">{oneLine(option.detail)}</span>}
              {item.preferred === index && <span className="option-preferred">{agent} would pick this</span>}
            </label>
          ))}
          <div className="option">
            {item.options.length > 0 && (
              <input
                type="radio"
                name={id}
                aria-label="Something else"
                checked={choice === "own"}
                onChange={() => setChoice("own")}
              />
            )}
            <textarea
              className="field option-own"
              aria-label={item.options.length > 0 ? "Something else, in your words" : "Your answer"}
              placeholder={item.options.length > 0 ? "Something else" : "Your answer"}
              rows={1}
              value={own}
              dir={directionOf(own)}
              onFocus={() => setChoice("own")}
              onChange={(event) => setOwn(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.repeat || event.nativeEvent.isComposing) return
                if (event.ctrlKey || event.metaKey) tools.act(send)()
              }}
            />
          </div>
        </div>
      </div>
      <CardActions>
        <Action tone="primary" isDisabled={!canAnswer} onAct={send}>
          Answer <kbd aria-hidden>{isApple ? "⌘Enter" : "Ctrl+Enter"}</kbd>
        </Action>
        <Action onAct={() => answer(tools, item, "You decide.")}>You decide</Action>
        <OpenChat agentId={item.agentId} />
      </CardActions>
    </>
  )
}

function answer(tools: CardTools, item: QuestionItem, text: string): void {
  tools.answer([item.id], { type: "question.answer", itemId: item.id, text })
}
