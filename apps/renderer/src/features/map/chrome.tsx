// Owns: what lies over the edges of the map: beacons to what is out of view, zoom buttons, the small picture, and the words of an empty map.

import { type Beacon, pointInRoot } from "@kibitz/canvas"
import type { AgentId } from "@kibitz/contract"
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon, Maximize, Minus, Plus, SquareDashed } from "lucide-react"
import type { RefObject } from "react"
import { useStore } from "zustand"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import { useAgent } from "../../kernel/session/session-context.ts"
import { itemCount } from "../../kernel/words/attention-copy.ts"
import { roomOfDesk } from "./engine/aim.ts"
import type { MapEngine } from "./engine/engine.ts"
import type { Hands } from "./engine/hands.ts"
import { MINIMAP_HEIGHT, MINIMAP_WIDTH } from "./engine/minimap-drawing.ts"
import { step } from "./use-map-keys.ts"

const arrows: Readonly<Record<Beacon["direction"], { readonly mark: string; readonly where: string }>> = {
  n: { mark: "▲", where: "above" },
  e: { mark: "▶", where: "to the right" },
  s: { mark: "▼", where: "below" },
  w: { mark: "◀", where: "to the left" },
}

export function Beacons({ engine, onSelect }: { engine: MapEngine; onSelect(agentId: AgentId): void }) {
  const beacons = useStore(engine.scene, (scene) => scene.beacons)
  return beacons.map(({ direction, count, target }) => {
    const { mark, where } = arrows[direction]
    const words = `${itemCount(count)} for you ${where}`
    return (
      <button
        key={direction}
        type="button"
        className={`beacon beacon-${direction}`}
        data-testid={`beacon-${direction}`}
        aria-label={words}
        title={words}
        onClick={() => {
          const place = engine.rooms.find(target)
          if (!place) return
          engine.select({ id: target, part: "desk" })
          onSelect(target as AgentId)
          engine.flyTo(roomOfDesk(place))
        }}
      >
        <span aria-hidden>
          {mark} {count}
        </span>
      </button>
    )
  })
}

/** What dragging and pinching do, by buttons (ux 7.9). */
export function MapButtons({ engine, hands }: { engine: MapEngine; hands: RefObject<Hands | null> }) {
  const closer = useTitleWithKey("Closer", "map-closer")
  const farther = useTitleWithKey("Farther", "map-farther")
  const fit = useTitleWithKey("Show the whole map", "map-fit")
  const frame = useTitleWithKey("Bring the selected agent into view", "map-frame")
  return (
    <div className="map-buttons" role="toolbar" aria-label="Move the map">
      <MapButton icon={Plus} name="Zoom in" title={closer} onPress={() => step(engine, hands, 1)} />
      <MapButton icon={Minus} name="Zoom out" title={farther} onPress={() => step(engine, hands, -1)} />
      <MapButton icon={Maximize} name="Show the whole map" title={fit} onPress={() => engine.fitAll()} />
      <MapButton
        icon={SquareDashed}
        name="Bring the selected agent into view"
        title={frame}
        onPress={() => engine.frameSelection()}
      />
      <span className="map-pans">
        <span className="map-buttons-gap" />
        {pans.map(({ icon, direction, name }) => (
          <MapButton key={direction} icon={icon} name={name} onPress={() => engine.panStep(direction)} />
        ))}
      </span>
    </div>
  )
}

const pans: readonly { readonly icon: LucideIcon; readonly direction: Beacon["direction"]; readonly name: string }[] = [
  { icon: ArrowLeft, direction: "w", name: "Move the view left" },
  { icon: ArrowUp, direction: "n", name: "Move the view up" },
  { icon: ArrowDown, direction: "s", name: "Move the view down" },
  { icon: ArrowRight, direction: "e", name: "Move the view right" },
]

type MapButtonProps = { icon: LucideIcon; name: string; title?: string; onPress(): void }

function MapButton({ icon: Icon, name, title = name, onPress }: MapButtonProps) {
  return (
    <button type="button" className="icon-button" title={title} aria-label={name} onClick={onPress}>
      <Icon size="0.875rem" aria-hidden />
    </button>
  )
}

/** Clicking it moves the view: what dragging does, without a drag. The keys for the same are the arrows and the buttons beside. */
export function Minimap({ engine }: { engine: MapEngine }) {
  const isWhole = useStore(engine.scene, (scene) => scene.isWhole)
  const isAlone = useStore(engine.scene, (scene) => scene.agents === 1)
  if (isWhole || isAlone) return null
  return (
    <button
      type="button"
      className="minimap"
      data-testid="minimap"
      aria-label="Move the view: the whole map, small"
      onClick={({ currentTarget, clientX, clientY, detail }) => {
        // Pressed by a key there is no point to go to.
        if (detail === 0) return engine.fitAll()
        const { left, top, width } = currentTarget.getBoundingClientRect()
        const { x, y } = pointInRoot(clientX - left, clientY - top, width)
        return engine.centre(x, y)
      }}
    >
      <canvas ref={(canvas) => engine.setMinimap(canvas)} style={{ width: MINIMAP_WIDTH, height: MINIMAP_HEIGHT }} aria-hidden />
    </button>
  )
}

export function EmptyMap({ engine, onSpawn }: { engine: MapEngine; onSpawn(parentId: AgentId): void }) {
  const isAlone = useStore(engine.scene, (scene) => scene.agents === 1)
  const root = engine.rooms.root.id as AgentId
  const name = useAgent(root, (agent) => agent.name) ?? "Jake"
  if (!isAlone) return null
  return (
    <div className="map-empty">
      <p data-not-map>
        Only {name} is here. <span className="map-empty-more">Tell {name} what you want done, or press </span>
        <ChangeButton className="button button-small" aria-label="Add an agent" onClick={() => onSpawn(root)}>
          +
        </ChangeButton>
        <span className="map-empty-more"> to add an agent.</span>
      </p>
    </div>
  )
}
