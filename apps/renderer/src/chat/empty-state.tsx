import { jakeId } from "@kibitz/contract"
import { ArrowRight } from "lucide-react"
import { useSession } from "../app/session-context.ts"

const suggestions = ["Introduce yourself", "Read this project and tell me what it is", "Show me what a reply can look like"]

export function EmptyState({ agent }: { agent: string }) {
  const session = useSession()
  return (
    <div className="empty">
      <h1>Only {agent} is here.</h1>
      <p>Tell {agent} what you want done.</p>
      <ul className="suggestions">
        {suggestions.map((text) => (
          <li key={text}>
            <button type="button" className="suggestion" onClick={() => session.send(jakeId, text, "queue")}>
              {text}
              <ArrowRight size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
