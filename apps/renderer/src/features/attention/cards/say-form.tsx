// Owns: a few words to the agent from inside a card: a hint, an answer, an assignment. Sent with the modifier and Enter.
import { MESSAGE_TEXT_LIMIT } from "@kibitz/contract"
import { useState } from "react"
import { useSubmit } from "../../../kernel/attention/card-tools.ts"
import { useChangeField } from "../../../kernel/controls/change-button.tsx"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { Action, SubmitKey } from "./card-parts.tsx"

type SayFormProps = { label: string; verb: string; isFocused?: boolean; onSay(text: string, thenNext: boolean): void }

export function SayForm({ label, verb, isFocused = false, onSay }: SayFormProps) {
  const field = useChangeField()
  const [text, setText] = useState("")
  const canSay = text.trim() !== "" && text.length <= MESSAGE_TEXT_LIMIT
  const say = (thenNext: boolean) => {
    if (canSay) onSay(text.trim(), thenNext)
    return canSay
  }
  useSubmit(say)
  return (
    <div className="card-form say-form">
      <textarea
        {...field}
        className="field"
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        dir={directionOf(text)}
        // biome-ignore lint/a11y/noAutofocus: only where the user has just asked for this field
        autoFocus={isFocused}
        onChange={(event) => setText(event.target.value)}
      />
      <Action tone="primary" isDisabled={!canSay} onAct={() => say(false)}>
        {verb} <SubmitKey />
      </Action>
    </div>
  )
}
