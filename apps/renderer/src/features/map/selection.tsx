// Owns: the selection in words, for those who do not see the map: an element that is never drawn and that the map names as its active one.
import type { AgentId } from "@kibitz/contract"
import { fanoutOf } from "@kibitz/domain"
import { type RefObject, useEffect, useId } from "react"
import { useAgent, useWorldNow } from "../../kernel/session/session-context.ts"
import { described } from "./engine/describe.ts"
import type { MapEngine } from "./engine/engine.ts"

type SelectionProps = { engine: MapEngine; selected: AgentId; host: RefObject<HTMLElement | null> }

export function Selection({ engine, selected, host }: SelectionProps) {
  const id = useId()
  // Whatever is said of it comes from the agent: drawn anew when the agent has changed.
  useAgent(selected, (agent) => agent)
  const worldNow = useWorldNow()
  useEffect(() => host.current?.setAttribute("aria-activedescendant", id), [host, id])
  const world = worldNow()
  const place = engine.rooms.find(selected)
  const paint = engine.paints.find(selected)
  const [item] = paint?.items ?? []
  const waiting = world && item ? fanoutOf(world, item).size : 0
  return (
    <div
      id={id}
      role="img"
      className="visually-hidden"
      data-testid="map-selected"
      data-agent={selected}
      aria-label={place && paint ? described(paint, place, waiting) : ""}
    />
  )
}
