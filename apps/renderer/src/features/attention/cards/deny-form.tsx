import type { ApprovalItem } from "@kibitz/contract"
import { useId, useState } from "react"
import { useCard, useSubmit } from "../../../kernel/attention/card-tools.ts"
import { deny } from "./approval-answers.ts"
import { Action } from "./card-parts.tsx"

/** The reason goes to the agent, which can then do something else. */
export function DenyForm({ items, agent }: { items: readonly ApprovalItem[]; agent: string }) {
  const tools = useCard()
  const id = useId()
  const [why, setWhy] = useState("")
  const send = () => deny(tools, items, why.trim())
  useSubmit((thenNext) => {
    if (thenNext) tools.goingOn(send)
    else send()
    return true
  })
  return (
    <div className="card-form">
      <label htmlFor={id}>What should {agent} know?</label>
      <div className="field-line">
        <input
          id={id}
          className="field"
          value={why}
          maxLength={2000}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the user just asked to say why
          autoFocus
          onChange={(event) => setWhy(event.target.value)}
          onKeyDown={(event) => {
            const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
            if (event.key === "Enter" && isPlain && !event.repeat && !event.nativeEvent.isComposing) tools.act(send)()
          }}
        />
        <Action tone="primary" onAct={send}>
          Deny and say so
        </Action>
      </div>
    </div>
  )
}
