// Owns: the question that comes once a model is connected and rehearsal agents are still there. Until it is answered nothing changes: they go on
// as they are, and cost nothing (ux 1.4).

import { type Connection, jakeId } from "@kibitz/contract"
import { useState } from "react"
import { ChangeButton } from "../controls/change-button.tsx"
import type { Asks } from "../session/offers.ts"
import { useAgent, useConnection, useSession, useWorldNow } from "../session/session-context.ts"
import { freshStart } from "./fresh-start.ts"

/** How many are still played by scripts although a model is there. */
export function useStillRehearsing(): number {
  const isConnected = useConnection()?.using === "provider"
  const count = useAgent(jakeId, ({ tally }) => tally.rehearsal) ?? 0
  return isConnected ? count : 0
}

export function RestartQuestion({ connection }: { connection: Connection }) {
  const session = useSession<Asks>()
  const worldNow = useWorldNow()
  const count = useStillRehearsing()
  const [isKept, keep] = useState(false)
  // A key that does not work is not worth a restart.
  if (count === 0 || isKept || connection.check?.result === "failed") return null
  const them = count === 1 ? "this one" : `these ${count}`
  const restart = () => void session.ask({ type: "agent.recast", agentId: jakeId, scope: "all" })
  const begin = async () => {
    const world = worldNow()
    if (!world) return
    const { dismissed, recast } = freshStart(world)
    for (const agentId of dismissed) await session.ask({ type: "agent.dismiss", agentId })
    for (const agentId of recast) await session.ask({ type: "agent.recast", agentId })
  }
  return (
    <section className="restart" aria-label="Rehearsal agents" data-testid="restart-question">
      <h3>Restart {them} with the real model?</h3>
      <p>
        {count === 1 ? "It began" : "They began"} in the rehearsal, and scripts still answer {count === 1 ? "it" : "them"}, at no
        cost. Restarted, each begins anew with its assignment and is paid for. The model sees nothing of what the scripts said.
      </p>
      <div className="field-line">
        <button type="button" className="button" onClick={() => keep(true)}>
          Leave {count === 1 ? "it" : "them"} as {count === 1 ? "it is" : "they are"}
        </button>
        {count > 1 && (
          <ChangeButton className="button" onClick={() => void begin()}>
            Dismiss the rehearsal, keep Jake
          </ChangeButton>
        )}
        <ChangeButton className="button" onClick={restart}>
          Restart {them}
        </ChangeButton>
      </div>
    </section>
  )
}
