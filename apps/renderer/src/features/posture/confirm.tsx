// Owns: the second step of raising a power: what becomes possible, for how many, and a button that is not where the first step was (ux 2.10).
import type { Agent } from "@kibitz/contract"
import { confirmationOf, type Raise, subtree, whatRaisingDoes } from "@kibitz/domain"
import { useId, useState } from "react"
import { useWorld } from "../../kernel/session/session-context.ts"

type ConfirmProps = { agent: Agent; raises: readonly Raise[]; onConfirm(confirm: string): void; onCancel(): void }

export function Confirm({ agent, raises, onConfirm, onCancel }: ConfirmProps) {
  const id = useId()
  const [typed, setTyped] = useState("")
  const below = useWorld(({ world }) => (world ? subtree(world, agent.id).length - 1 : 0))
  const isWordNeeded = raises.some(({ to }) => to === "unrestricted")
  const isReady = !isWordNeeded || typed.trim() === "unrestricted"
  const values = raises.map(({ to }) => to).join(", ")
  const confirmation = confirmationOf(raises) ?? ""
  return (
    <fieldset className="axis-confirm" aria-label={`Confirm ${values}`}>
      {raises.map((raise) => (
        <p key={raise.axis}>{whatRaisingDoes(raise, agent.name, agent.posture)}</p>
      ))}
      {below > 0 && (
        <p>{below === 1 ? "The agent below keeps what it has." : `The ${below} agents below keep what they have.`}</p>
      )}
      {isWordNeeded && (
        <>
          <label htmlFor={id}>To go on, type the word unrestricted</label>
          <input
            id={id}
            className="field field-mono"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
      <div className="axis-confirm-actions">
        <button type="button" className="button" onClick={onCancel}>
          Leave it
        </button>
        <button
          type="button"
          className={`button ${isWordNeeded ? "button-danger" : ""}`}
          disabled={!isReady}
          onClick={() => onConfirm(confirmation)}
        >
          Confirm {values}
        </button>
      </div>
    </fieldset>
  )
}
