import { type EventOf, type Instant, projectWorkspaceId, type World } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"
import { findAgent, noAgents, putAgent, putAgents } from "../team/agents.ts"
import { agentOf, onAgent } from "../team/of-agent.ts"
import { tidied, vacated, withGuest } from "../team/seats.ts"
import { keepTally } from "../team/tally.ts"
import { workplaceLine } from "../workspace/words.ts"
import { evolveAgent } from "./evolve.ts"
import { founded } from "./founded.ts"
import { RECAST } from "./recast-line.ts"

/** What is kept, folded and shown of agent: all of it that a screen needs. The rules are in module.ts. */
export const agentRecord = defineRecord({
  name: "agent",
  world: { agents: noAgents },
  events: {
    "agent.founded": (world, event, at) => {
      const parent = event.parentId ? agentOf(world, event.parentId) : undefined
      const child = founded(event, at, parent)
      if (!parent) return { agents: putAgent(world.agents, child) }
      const childIds = [...parent.childIds, event.agentId]
      return { agents: putAgents(world.agents, [child, { ...parent, childIds, room: withGuest(parent.room) }]) }
    },
    "agent.moved": (world, event, at) => ({ agents: moved(world, event, at) }),
    "room.tidied": (world, { agentId }) => ({ agents: putAgents(world.agents, tidied(world, agentOf(world, agentId))) }),
    "agent.progressed": onAgent(evolveAgent),
    "agent.planned": onAgent(evolveAgent),
    "agent.redirected": onAgent(evolveAgent),
    "agent.recast": onAgent(evolveAgent),
    "agent.configured": onAgent(evolveAgent),
    "agent.renamed": onAgent(evolveAgent),
    "evidence.recorded": onAgent(evolveAgent),
    // The record of it is the audit entry.
    "result.rated": () => ({}),
  },
  totals: [{ on: "all", keep: keepTally }],
  transcript: {
    "agent.founded": (items, { workspaceId = projectWorkspaceId }, line) => {
      if (workspaceId !== projectWorkspaceId) items.push({ kind: "app", ...line, line: "", text: workplaceLine(workspaceId) })
    },
    "agent.moved": (items, { standing, because }, line) => {
      if (standing.kind === "open") return
      const text = standing.kind === "stuck" ? standing.detail : because
      items.push({ kind: "standing", ...line, standing: standing.kind, text })
    },
    "agent.recast": (items, _, line) => {
      items.push({ kind: "app", ...line, line: "", text: RECAST })
    },
  },
  // Where an agent works is worth a line only where it is not the project's own folder.
  inTranscript: { "agent.founded": ({ workspaceId = projectWorkspaceId }) => workspaceId !== projectWorkspaceId },
})

/** One that is dismissed leaves an empty cell behind. */
function moved(world: World, event: EventOf<"agent.moved">, at: Instant): World["agents"] {
  const before = agentOf(world, event.agentId)
  const after = evolveAgent(before, event, at)
  const agents = putAgent(world.agents, after)
  if (after === before || after.standing.kind !== "dismissed" || before.parentId === null) return agents
  const parent = findAgent({ agents }, before.parentId)
  return parent ? putAgent(agents, { ...parent, room: vacated(parent.room, before.cell) }) : agents
}
