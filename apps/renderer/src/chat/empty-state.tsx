import { jakeId } from "@kibitz/contract"
import { ArrowRight } from "lucide-react"
import { useSession } from "../app/session-context.ts"

const suggestions = ["Introduce yourself", "Read this project and tell me what it is", "Show me the formatting a reply can have"]

export function EmptyState({ agent }: { agent: string }) {
  const session = useSession()
  const say = (text: string) => {
    session.send(jakeId, text, "queue")
    // The button is about to vanish, and the focus would vanish with it.
    document.querySelector<HTMLElement>("[data-region=composer]")?.focus()
  }
  return (
    <div className="empty">
      <h2>Only {agent} is here.</h2>
      <p>
        {agent} is the root agent. Tell {agent} what you want done.
      </p>
      <ul className="suggestions">
        {suggestions.map((text) => (
          <li key={text}>
            <button type="button" className="suggestion" onClick={() => say(text)}>
              {text}
              <ArrowRight size="0.875rem" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
