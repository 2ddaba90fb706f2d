import { type Event, type EventOf, type Instant, type Json, projectWorkspaceId, type World } from "@kibitz/contract"
import { bounded } from "../kernel/audit-line.ts"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { findAgent, noAgents, putAgent, putAgents } from "../team/agents.ts"
import { agentOf, ofAgent, onAgent } from "../team/of-agent.ts"
import { decideTidy, tidied, vacated, withGuest } from "../team/seats.ts"
import { keepTally } from "../team/tally.ts"
import { workplaceLine } from "../workspace/words.ts"
import { decideFound, decideRate, decideSpawn } from "./decide.ts"
import { evolveAgent } from "./evolve.ts"
import { founded } from "./founded.ts"
import {
  decideConfigure,
  decideContinue,
  decideDismiss,
  decideEvidence,
  decideGoOn,
  decideHalt,
  decideRedirect,
  decideRename,
  decideResume,
  decideSilence,
} from "./lifecycle.ts"
import { decideRecast } from "./recast.ts"
import { RECAST } from "./recast-line.ts"
import { tellOfRestart } from "./restart.ts"
import { concerned, concerns, settle } from "./settle.ts"

export const agent = defineConcept({
  name: "agent",
  world: { agents: noAgents },
  commands: {
    "agent.found": (world, command) => decideFound(world, command),
    "agent.spawn": decideSpawn,
    "agent.halt": ofAgent(decideHalt),
    "agent.resume": ofAgent(decideResume),
    "agent.dismiss": ofAgent((world, one, _, moment) => decideDismiss(world, one, moment)),
    "agent.redirect": ofAgent(decideRedirect),
    "agent.recast": ofAgent(decideRecast),
    "agent.configure": ofAgent((_, one, command) => decideConfigure(one, command)),
    "agent.rename": ofAgent(decideRename),
    "room.tidy": ofAgent((_, one) => decideTidy(one)),
    "agent.go-on": ofAgent((world, one, _, moment) => decideGoOn(world, one, moment)),
    "agent.continue": ofAgent((world, one, _, moment) => decideContinue(world, one, moment)),
    "evidence.record": ofAgent(decideEvidence),
    "agent.record-silence": ofAgent((world, one, _, moment) => decideSilence(world, one, moment)),
    "result.rate": ofAgent((_, one, command) => decideRate(one, command)),
  },
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
  followUps: [
    followUp({
      stage: "rounds",
      on: concerns,
      find: (events: readonly Event[], world) => concerned(world, events),
      // Settling one may concern another: a stuck child is told to its parent. Each round moves up the tree, so it comes to an end.
      run: (world, id, moment) => settle(world, agentOf(world, id), moment),
    }),
    followUp({
      stage: "last",
      on: [],
      after: ["session.begin"],
      find: () => [null],
      run: (world, _, moment) => tellOfRestart(world, moment),
    }),
  ],
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
  audit: {
    "agent.founded": ({ agentId, name, parentId, limitUsd = null, callId = null, workspaceId }) => ({
      kind: "agent",
      agentId,
      rule: "founded",
      because: `${name} came to be.`,
      facts: { name, parentId, limitUsd, callId, ...(workspaceId ? { workspaceId } : {}) },
    }),
    "agent.moved": ({ agentId, standing, because }) => ({
      kind: "agent",
      agentId,
      rule: standing.kind,
      because,
      facts: { standing: standing as unknown as Json },
    }),
    "agent.redirected": ({ agentId, assignment }) => ({
      kind: "agent",
      agentId,
      rule: "redirected",
      because: "It has another assignment.",
      facts: { assignment: bounded(assignment) },
    }),
    "agent.recast": ({ agentId }) => ({ kind: "agent", agentId, rule: "recast", because: RECAST, facts: {} }),
    "agent.configured": ({ type: _, agentId, ...facts }) => ({ kind: "agent", agentId, rule: "configured", because: "", facts }),
    "agent.renamed": ({ agentId, name }) => ({ kind: "agent", agentId, rule: "renamed", because: "", facts: { name } }),
    "result.rated": ({ agentId, stars, note }) => ({ kind: "agent", agentId, rule: "rated", because: note, facts: { stars } }),
  },
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
