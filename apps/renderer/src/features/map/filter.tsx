// Owns: finding agents on the map by name: those that do not match step back; Enter goes to the first that does.
import type { AgentId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { Search } from "lucide-react"
import type { RefObject } from "react"
import { useShownKey, useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import { useWorldNow } from "../../kernel/session/session-context.ts"
import { roomAround } from "./engine/aim.ts"
import type { MapEngine } from "./engine/engine.ts"
import { matches } from "./engine/paint.ts"

type FilterProps = {
  engine: MapEngine
  /** null: closed. */
  text: string | null
  onText(text: string | null): void
  onSelect(agentId: AgentId): void
  /** Where the focus goes when it is done. */
  back: RefObject<HTMLElement | null>
}

export function FilterField({ engine, text, onText, onSelect, back }: FilterProps) {
  const worldNow = useWorldNow()
  const key = useShownKey("filter")
  const title = useTitleWithKey("Find by name", "filter")
  if (text === null) {
    return (
      <button
        type="button"
        className="button button-small button-quiet"
        onClick={() => onText("")}
        aria-label="Filter"
        title={title}
      >
        <Search size="0.8125rem" aria-hidden /> <span className="map-tool-word">Filter</span>
        {key !== "" && <kbd aria-hidden>{key}</kbd>}
      </button>
    )
  }
  const wanted = text.trim().toLowerCase()
  const world = worldNow()
  const found =
    wanted === "" || !world ? [] : allAgents(world).filter((agent) => engine.rooms.find(agent.id) && matches(agent, wanted))
  const [first] = found
  const close = () => {
    onText(null)
    back.current?.focus()
  }
  return (
    <search className="map-filter">
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because the user has asked for it
        autoFocus
        className="field"
        aria-label="Find agents by name"
        placeholder="Name or assignment"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === "Escape") {
            event.preventDefault()
            event.stopPropagation()
            close()
          } else if (event.key === "Enter" && first) {
            event.preventDefault()
            onSelect(first.id)
            engine.select({ id: first.id, part: "desk" })
            engine.flyTo(roomAround(engine.rooms.get(first.id)))
            back.current?.focus()
          }
        }}
      />
      <output className="map-found">{countWords(text.trim(), found.length)}</output>
    </search>
  )
}

function countWords(text: string, count: number): string {
  if (text === "") return ""
  if (count === 0) return `No match for '${text}'. Esc clears the filter.`
  return count === 1 ? "1 match" : `${count} matches`
}
