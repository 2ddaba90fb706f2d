import type { Agent } from "@kibitz/contract"
import { useId, useState } from "react"
import { thisOs } from "../keys/chord.ts"
import type { Asks } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"
import { directionOf } from "../ui/direction.ts"

/** A new assignment in place of the old one; taken after the running tool. */
export function RedirectForm({ agent, onCancel, onSent }: { agent: Agent; onCancel(): void; onSent(): void }) {
  const session = useSession<Asks>()
  const id = useId()
  const [text, setText] = useState(agent.assignment ?? "")
  const canSend = text.trim() !== "" && text.trim() !== agent.assignment && text.length <= 20_000
  const send = () => {
    if (!canSend) return
    void session.ask({ type: "agent.redirect", agentId: agent.id, assignment: text.trim() }).then((outcome) => {
      if (outcome.accepted) onSent()
    })
  }
  return (
    <form
      className="redirect-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor={id}>New assignment for {agent.name}, in place of what it does now</label>
      <textarea
        id={id}
        className="field"
        rows={3}
        value={text}
        dir={directionOf(text)}
        // biome-ignore lint/a11y/noAutofocus: the user just asked for this field
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send()
          if (event.key === "Escape") {
            event.preventDefault()
            event.stopPropagation()
            onCancel()
          }
        }}
      />
      <div className="agent-ways">
        <button type="submit" className="button button-small button-primary" disabled={!canSend}>
          Redirect {agent.name} <kbd aria-hidden>{thisOs === "apple" ? "⌘Enter" : "Ctrl+Enter"}</kbd>
        </button>
        <button type="button" className="button button-small button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
