import { allAgents } from "@kibitz/domain"
import { ArrowRight } from "lucide-react"
import type { Messages } from "../../../kernel/session/offers.ts"
import { useAgentId, useReadOnly, useSession, useWorld } from "../../../kernel/session/session-context.ts"
import "./empty-state.css"
import "./suggestions.css"

const suggestions = ["Introduce yourself", "Read this project and tell me what it is", "Show me the formatting a reply can have"]

export function EmptyState({ agent }: { agent: string }) {
  const session = useSession<Messages>()
  const agentId = useAgentId()
  const isAlone = useWorld(({ world }) => world !== null && allAgents(world).length === 1) === true
  const canSay = useReadOnly() === undefined
  const say = (text: string, button: HTMLElement) => {
    void session.send(agentId, text, "queue")
    // The button is about to vanish, and the focus would vanish with it.
    button.closest(".conversation")?.querySelector<HTMLElement>("[data-region=composer]")?.focus()
  }
  return (
    <div className="empty">
      {isAlone ? (
        <>
          <h2>Only {agent} is here.</h2>
          <p>
            {agent} is the root agent.{canSay && ` Tell ${agent} what you want done.`}
          </p>
        </>
      ) : (
        <>
          <h2>Nothing has been said to {agent} yet.</h2>
          {canSay && <p>Tell {agent} what you want done.</p>}
        </>
      )}
      {isAlone && canSay && (
        <ul className="suggestions">
          {suggestions.map((text) => (
            <li key={text}>
              <button type="button" className="suggestion" onClick={(event) => say(text, event.currentTarget)}>
                {text}
                <ArrowRight size="0.875rem" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
