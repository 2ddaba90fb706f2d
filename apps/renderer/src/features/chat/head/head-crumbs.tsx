// Owns: where the agent sits, as a way of rooms above it, and the way to those beside it (ux 2.2). A room is looked at on the map, which leaves;
// another agent is joined.

import type { Agent, AgentId } from "@kibitz/contract"
import { ChevronRight, CircleDot, Ellipsis } from "lucide-react"
import { useMemo, useState } from "react"
import { crumbsOf, pathTo } from "../../../kernel/agents/head-facts.ts"
import { SiblingMenu } from "../../../kernel/agents/sibling-menu.tsx"
import { Menu, type MenuEntry } from "../../../kernel/controls/menu.tsx"
import type { Places } from "../../../kernel/session/offers.ts"
import { useAgent, useAgentName, useReadOnly, useSession, useWorldNow } from "../../../kernel/session/session-context.ts"
import { goToChat } from "../../../kernel/ways/go-to-chat.ts"

export function HeadCrumbs({ agentId }: { agentId: AgentId }) {
  const session = useSession<Places>()
  const worldNow = useWorldNow()
  const isJoined = useReadOnly() === undefined
  const name = useAgentName(agentId)
  // Nobody is moved to another parent: the way is worked out once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that changes is drawn anew
  const { above, hidden, near } = useMemo(() => {
    const world = worldNow()
    return crumbsOf(world ? pathTo(world, agentId) : [])
  }, [worldNow, agentId, name])
  return (
    <nav aria-label="Where this agent sits" className="head-crumbs">
      <ol>
        {above.map(({ id }) => (
          <RoomCrumb key={id} agentId={id} />
        ))}
        {hidden.length > 0 && <HiddenCrumbs rooms={hidden} />}
        {near.map(({ id }) => (
          <RoomCrumb key={id} agentId={id} />
        ))}
        <li className="head-crumb head-here">
          <bdi aria-current="location" title={name}>
            {name}
          </bdi>
          <SiblingMenu agentId={agentId} onChoose={(one) => void goToChat(session, one)} />
        </li>
      </ol>
      {isJoined && (
        <span className="head-joined" title="You are here: what you write is read, and it waits for you">
          <CircleDot size="0.75rem" aria-hidden /> you are here
        </span>
      )}
    </nav>
  )
}

function RoomCrumb({ agentId }: { agentId: AgentId }) {
  const { lookAt } = useSession<Places>()
  const name = useAgent(agentId, (agent) => agent.name) ?? ""
  return (
    <li className="head-crumb">
      <button
        type="button"
        className="head-room"
        title={`Leave, to the room of ${name} on the map`}
        onClick={() => lookAt(agentId)}
      >
        <bdi>{name}</bdi>
      </button>
      <SiblingMenu agentId={agentId} onChoose={lookAt} />
      <ChevronRight size="0.75rem" aria-hidden />
    </li>
  )
}

function HiddenCrumbs({ rooms }: { rooms: readonly Agent[] }) {
  const { lookAt } = useSession<Places>()
  const [isOpen, setOpen] = useState(false)
  const entries = rooms.map(
    ({ id, name }): MenuEntry => ({ key: id, text: name, face: <bdi>{name}</bdi>, act: () => lookAt(id) }),
  )
  return (
    <li className="head-crumb">
      <button
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${rooms.length} rooms between`}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size="0.875rem" aria-hidden />
      </button>
      {isOpen && <Menu label="Rooms between" entries={entries} className="head-menu" onClose={() => setOpen(false)} />}
      <ChevronRight size="0.75rem" aria-hidden />
    </li>
  )
}
