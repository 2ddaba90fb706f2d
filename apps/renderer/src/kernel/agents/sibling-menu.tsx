// Owns: the small mark on a crumb that opens the list of those beside an agent, with their states and counts (ux 2.2). The same on the map and in
// the head of a chat; what choosing one of them leads to is the crumb's own affair.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { Menu, type MenuEntry } from "../controls/menu.tsx"
import { useAgent, useWorldNow } from "../session/session-context.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { pathTo, siblingsOf } from "./head-facts.ts"
import { signOf } from "./status-glyphs.ts"
import { TallyCounts } from "./tally.tsx"

/** A room of hundreds is not a menu any more; the rest is found by its name. */
const MOST_SIBLINGS = 100

export function SiblingMenu({ agentId, onChoose }: { agentId: AgentId; onChoose(sibling: AgentId): void }) {
  const worldNow = useWorldNow()
  const name = useAgent(agentId, (agent) => agent.name) ?? ""
  const parentId = useAgent(agentId, (agent) => agent.parentId) ?? null
  const beside = useAgent(parentId ?? agentId, ({ childIds }) => childIds.length) ?? 0
  const [isOpen, setOpen] = useState(false)
  if (parentId === null || beside < 2) return null
  const world = isOpen ? worldNow() : null
  const agent = world && pathTo(world, agentId).at(-1)
  const siblings = world && agent ? siblingsOf(world, agent) : []
  const more = siblings.length - MOST_SIBLINGS
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Beside ${name}`}
        title={`Beside ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size="0.875rem" aria-hidden />
      </button>
      {world && (
        <Menu
          label={`Beside ${name}`}
          entries={siblings.slice(0, MOST_SIBLINGS).map((one) => siblingEntry(world, one, () => onChoose(one.id)))}
          note={more > 0 ? `${more} more, found by name with go to agent.` : null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function siblingEntry(world: World, agent: Agent, act: () => void): MenuEntry {
  return {
    key: agent.id,
    text: agent.name,
    act,
    face: (
      <>
        <StatusGlyph status={signOf(world, agent, agentStatus(agent))} label />
        <bdi className="menu-name">{agent.name}</bdi>
        {agent.tally.agents > 1 && <TallyCounts tally={agent.tally} />}
      </>
    ),
  }
}
