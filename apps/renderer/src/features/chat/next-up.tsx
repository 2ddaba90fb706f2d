// Owns: messages that wait for the agent's next step. They can be changed, taken back or sent at once until they are taken.

import type { Agent, QueuedMessage } from "@kibitz/contract"
import { findAgent, reportText } from "@kibitz/domain"
import { Pencil, SendHorizontal, X } from "lucide-react"
import { useState } from "react"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { visibleProse } from "../../kernel/markdown/visible.ts"
import type { Asks } from "../../kernel/session/offers.ts"
import { useAgent, useAgentId, useSession, useWorld } from "../../kernel/session/session-context.ts"
import { directionOf } from "../../kernel/ui/direction.ts"
import { type Held, holdCopy } from "./hold-copy.ts"
import "./next-up.css"

const none: readonly QueuedMessage[] = []

function heldBy({ trouble, standing }: Agent): Held {
  if (trouble !== null) return "trouble"
  return standing.kind === "paused" ? "paused" : "stopped"
}

export function NextUp({ agent }: { agent: string }) {
  const agentId = useAgentId()
  const queue = useAgent(agentId, (state) => state.queue) ?? none
  const isOnHold = useAgent(agentId, (state) => state.turn === null) === true
  const held = useAgent(agentId, heldBy) ?? "stopped"
  if (queue.length === 0) return null
  const heading = isOnHold ? "On hold" : "Next up"
  return (
    <section className="next-up" data-testid="next-up" aria-label={heading}>
      <h2>{heading}</h2>
      {isOnHold && <p>{holdCopy(agent, queue.length, held)}</p>}
      <ul>
        {queue.map((message) => (
          <li key={message.id}>
            <Queued message={message} isOnHold={isOnHold} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Queued({ message, isOnHold }: { message: QueuedMessage; isOnHold: boolean }) {
  const session = useSession<Asks>()
  const [isEditing, setEditing] = useState(false)
  const agentId = useAgentId()
  const of = { agentId, messageId: message.id }
  const from = useWorld(({ world }) => message.from && world && findAgent(world, message.from)?.name)
  const { askers, body } = message.note === "report" ? reportText(message.text) : { askers: null, body: message.text }
  const sender = askers === null ? from : visibleProse(askers)
  if (isEditing) return <Editor message={message} onDone={() => setEditing(false)} />
  return (
    <>
      <span className="next-up-text" dir="auto">
        {sender && <strong className="next-up-from">{sender}: </strong>}
        {visibleProse(body.slice(0, 400))}
      </span>
      {message.delivery === "now" && !isOnHold ? (
        <span className="next-up-when">after this step</span>
      ) : (
        <ChangeButton
          className="icon-button"
          aria-label="Send now"
          title="Send now"
          onClick={() => void session.ask({ type: "message.release", ...of })}
        >
          <SendHorizontal size="0.875rem" aria-hidden />
        </ChangeButton>
      )}
      <ChangeButton className="icon-button" aria-label="Edit" title="Edit" onClick={() => setEditing(true)}>
        <Pencil size="0.875rem" aria-hidden />
      </ChangeButton>
      <ChangeButton
        className="icon-button"
        aria-label="Take back"
        title="Take back"
        onClick={() => void session.ask({ type: "message.withdraw", ...of })}
      >
        <X size="0.875rem" aria-hidden />
      </ChangeButton>
    </>
  )
}

function Editor({ message, onDone }: { message: QueuedMessage; onDone(): void }) {
  const session = useSession<Asks>()
  const agentId = useAgentId()
  const [text, setText] = useState(message.text)
  const save = () => {
    if (text.trim() === "") return
    void session
      .ask({ type: "message.edit", agentId, messageId: message.id, text })
      .then((outcome) => outcome.accepted && onDone())
  }
  return (
    <div className="next-up-editor">
      <textarea
        aria-label="Edit the waiting message"
        value={text}
        rows={1}
        dir={directionOf(text)}
        // biome-ignore lint/a11y/noAutofocus: the user just asked to edit this
        autoFocus
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === "Escape") {
            event.preventDefault()
            onDone()
          }
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault()
            save()
          }
        }}
      />
      <button type="button" className="button button-small" onClick={save} disabled={text.trim() === ""}>
        Save
      </button>
      <button type="button" className="button button-small button-quiet" onClick={onDone}>
        Cancel
      </button>
    </div>
  )
}
