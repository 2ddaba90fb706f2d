// Owns: what can be done on the map to several agents at once: they are selected with Shift and a click, or from the menu of each.
import type { AgentId } from "@kibitz/contract"
import { useStore } from "zustand"
import { SelectedAgents } from "../../kernel/agents/selected-agents.tsx"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import type { MapEngine } from "./engine/engine.ts"

export function SelectionBar({ engine, selected }: { engine: MapEngine; selected: AgentId }) {
  const also = useStore(engine.scene, (scene) => scene.also)
  const frame = useTitleWithKey("Bring them all into view", "map-frame")
  if (also.length === 0) return null
  return (
    <SelectedAgents
      ids={[selected, ...(also as readonly AgentId[])]}
      testId="map-selection"
      onClear={() => engine.select(engine.selected)}
    >
      <button type="button" className="button button-small" title={frame} onClick={() => engine.frameSelection()}>
        Frame
      </button>
    </SelectedAgents>
  )
}
