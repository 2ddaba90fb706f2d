import type { Agent } from "@kibitz/contract"
import type { Asks } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** The second of two steps for many at once: it says how many, and the first thing one meets stops nobody. */
export function StopSteps({ agent, count, onDone }: { agent: Agent; count: number; onDone(): void }) {
  const session = useSession<Asks>()
  return (
    <div className="dismiss-steps">
      <p>
        {agent.name} and all below, {count} agents, stop at once. Messages that wait for them are cleared. Go on lets them all go
        on again.
      </p>
      <div className="agent-ways">
        {/* biome-ignore lint/a11y/noAutofocus: Enter must land on letting them work */}
        <button type="button" className="button button-small" autoFocus onClick={onDone}>
          Let them work
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          onClick={() => {
            void session.ask({ type: "agent.halt", agentId: agent.id, how: "stop", scope: "subtree" })
            onDone()
          }}
        >
          Stop {count} agents
        </button>
      </div>
    </div>
  )
}
