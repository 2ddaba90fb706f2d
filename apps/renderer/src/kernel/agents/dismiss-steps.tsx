import type { Agent } from "@kibitz/contract"
import type { Asks } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** The second of two steps: it names whom it concerns, and the first thing one meets keeps them. */
export function DismissSteps({ agent, below, onDone }: { agent: Agent; below: number; onDone(): void }) {
  const session = useSession<Asks>()
  const team = below === 0 ? "" : below === 1 ? " and 1 agent below" : ` and ${below} agents below`
  return (
    <div className="dismiss-steps">
      <p>
        {agent.name}
        {team} will work no more. What was said is kept.
      </p>
      <div className="agent-ways">
        {/* biome-ignore lint/a11y/noAutofocus: Enter must land on keeping */}
        <button type="button" className="button button-small" autoFocus onClick={onDone}>
          Keep {agent.name}
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          onClick={() => {
            void session.ask({ type: "agent.dismiss", agentId: agent.id })
            onDone()
          }}
        >
          Dismiss {agent.name}
          {team}
        </button>
      </div>
    </div>
  )
}
