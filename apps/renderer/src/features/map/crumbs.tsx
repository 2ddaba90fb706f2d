// Owns: the line above the map: the rooms one is in, each with the way to its neighbours and their counts, and what can be done here.

import { isLeaf, type Place } from "@kibitz/canvas"
import type { AgentId } from "@kibitz/contract"
import { ChevronRight, Plus } from "lucide-react"
import type { ReactNode } from "react"
import { useStore } from "zustand"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { SiblingMenu } from "../../kernel/agents/sibling-menu.tsx"
import { TallyCounts } from "../../kernel/agents/tally.tsx"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import { useAgent } from "../../kernel/session/session-context.ts"
import { formatCount } from "../../kernel/ui/numbers.ts"
import { pathTo } from "./engine/aim.ts"
import type { MapEngine } from "./engine/engine.ts"

type CrumbsProps = {
  engine: MapEngine
  onJoin(agentId: AgentId): void
  onSpawn(parentId: AgentId): void
  children: ReactNode
}

export function Crumbs({ engine, onJoin, onSpawn, children }: CrumbsProps) {
  const room = useStore(engine.scene, (scene) => scene.room)
  const place = engine.rooms.find(room) ?? engine.rooms.root
  const path = pathTo(place)
  const fit = useTitleWithKey("Show the whole map", "map-fit")
  const isWhole = useStore(engine.scene, (scene) => scene.isWhole)
  return (
    <header className="map-head">
      <nav aria-label="Where you are" className="crumbs">
        <ol>
          {path.map((one, at) => (
            <Crumb key={one.id} engine={engine} place={one} isLast={at === path.length - 1} onJoin={onJoin} />
          ))}
        </ol>
      </nav>
      <RoomCounts agentId={place.id as AgentId} />
      <div className="map-tools">
        {children}
        <ChangeButton
          className="button button-small"
          onClick={() => onSpawn(place.id as AgentId)}
          aria-label="Spawn"
          title="A new agent in this room"
        >
          <Plus size="0.8125rem" aria-hidden /> <span className="map-tool-word">Spawn</span>
        </ChangeButton>
        {!isWhole && (
          <button type="button" className="button button-small button-quiet" title={fit} onClick={() => engine.fitAll()}>
            Fit
          </button>
        )}
      </div>
    </header>
  )
}

function Crumb({
  engine,
  place,
  isLast,
  onJoin,
}: {
  engine: MapEngine
  place: Place
  isLast: boolean
  onJoin(id: AgentId): void
}) {
  const name = useAgent(place.id as AgentId, (agent) => agent.name) ?? ""
  const word = useJoinWord()
  const atDesk = useStore(engine.scene, (scene) => scene.atDesk)
  const isDesk = isLast && (atDesk || isLeaf(place))
  const go = () => (isDesk ? onJoin(place.id as AgentId) : engine.flyTo({ id: place.id, part: "room" }))
  return (
    <li className="crumb">
      {place.parent && <ChevronRight size="0.8125rem" aria-hidden />}
      <button
        type="button"
        className="crumb-name"
        aria-current={isLast ? "location" : undefined}
        title={isDesk ? `${word} ${name}` : `Go to the room of ${name}`}
        onClick={go}
      >
        <bdi>{name}</bdi>
      </button>
      <SiblingMenu agentId={place.id as AgentId} onChoose={(id) => engine.flyTo({ id, part: "room" })} />
    </li>
  )
}

/** Rolled up over everybody in the room (ux 1.1). */
function RoomCounts({ agentId }: { agentId: AgentId }) {
  const tally = useAgent(agentId, (agent) => agent.tally)
  if (!tally || tally.agents <= 1) return null
  return (
    <span className="map-counts">
      {formatCount(tally.agents)} agents
      <TallyCounts tally={tally} />
    </span>
  )
}
