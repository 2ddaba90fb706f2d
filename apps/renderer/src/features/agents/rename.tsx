// Owns: giving an agent another name. It is an overlay: nobody is joined or left by it.

import type { AgentId } from "@kibitz/contract"
import { useId, useState } from "react"
import type { Asks } from "../../kernel/session/offers.ts"
import { useAgent, useSession } from "../../kernel/session/session-context.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { directionOf } from "../../kernel/ui/direction.ts"

const LONGEST = 40

export function Rename({ agentId, onClose }: { agentId: AgentId; onClose(): void }) {
  const name = useAgent(agentId, (agent) => agent.name)
  if (name === undefined) return null
  return (
    <Dialog title={`Rename ${name}`} testId="rename" className="rename" onClose={onClose}>
      <RenameForm agentId={agentId} name={name} onClose={onClose} />
    </Dialog>
  )
}

function RenameForm({ agentId, name, onClose }: { agentId: AgentId; name: string; onClose(): void }) {
  const session = useSession<Asks>()
  const [text, setText] = useState(name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const ids = { field: useId(), note: useId() }
  const wanted = text.trim()
  const save = async () => {
    if (wanted === name) return onClose()
    const outcome = await session.askQuietly({ type: "agent.rename", agentId, name: wanted })
    if (outcome.accepted) onClose()
    else setRefusal(outcome.rejection.message)
  }
  return (
    <form
      className="rename-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={ids.field}>Name</label>
      <input
        id={ids.field}
        className="field"
        data-first-focus="field"
        value={text}
        maxLength={LONGEST}
        dir={directionOf(text)}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={ids.note}
        aria-invalid={refusal !== null}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => {
          setText(event.target.value)
          setRefusal(null)
        }}
      />
      <p id={ids.note} className={refusal === null ? "rename-note" : "rename-note rename-refused"} role="status">
        {refusal ?? "Other agents speak to it by this name. Letters, digits, spaces and . ' _ -"}
      </p>
      <div className="agent-ways">
        <button type="submit" className="button button-primary" disabled={wanted === ""}>
          Rename
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
