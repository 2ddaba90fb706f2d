// Owns: asking about a typed line that raises a power. Nothing of the line is done before it is confirmed here, and Enter alone confirms nothing.

import type { AgentId } from "@kibitz/contract"
import { type Raise as Raised, readSlash } from "@kibitz/domain"
import { useEffect, useState } from "react"
import { wordsFor } from "../../kernel/posture/axes.ts"
import type { Asks, HasReplica } from "../../kernel/session/offers.ts"
import { useAgent, useSession } from "../../kernel/session/session-context.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { Confirm } from "./confirm.tsx"
import "../../kernel/posture/posture.css"
import "./posture-panel.css"

type RaiseProps = { agentId: AgentId; line: string; onClose(): void }

export function Raise({ agentId, line, onClose }: RaiseProps) {
  const session = useSession<HasReplica & Asks>()
  const agent = useAgent(agentId, (state) => state)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { world } = session.replica.world.getState()
  const reading = world && agent ? readSlash(line, world, agent) : null
  const effect = reading?.ok && reading.effect.kind === "commands" ? reading.effect : null
  const raises = effect?.raises ?? []
  // It has been raised elsewhere meanwhile, or is gone: there is nothing left to ask.
  const isMoot = raises.length === 0
  useEffect(() => {
    if (isMoot) onClose()
  }, [isMoot, onClose])
  if (!agent || isMoot) return null
  const confirm = async (confirmation: string) => {
    const outcome = await session.askQuietly({ type: "slash.run", agentId, line, confirm: confirmation })
    if (outcome.accepted) onClose()
    else setRefusal(outcome.rejection.message)
  }
  return (
    <Dialog title={`More power for ${agent.name}?`} testId="raise" className="raise" onClose={onClose}>
      <div className="raise-body">
        {/* The first focus is on words: the Enter that sent the line cannot be the one that confirms it. */}
        <p className="raise-line" data-first-focus="" tabIndex={-1}>
          <code>{line}</code>
        </p>
        <ul className="raise-steps">
          {raises.map((raise) => (
            <Step key={raise.axis} {...raise} />
          ))}
        </ul>
        {agent.turn !== null && <p className="raise-when">{effect?.said}</p>}
        <Confirm agent={agent} raises={raises} onConfirm={(confirmation) => void confirm(confirmation)} onCancel={onClose} />
        {refusal !== null && (
          <p className="panel-refusal" role="alert">
            {refusal}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Step({ axis, from, to }: Raised) {
  return (
    <li>
      <span className="raise-axis">{wordsFor(axis).name}</span> {from} → <strong>{to}</strong>
    </li>
  )
}
