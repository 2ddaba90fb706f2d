// Owns: rules about one agent: found by the id in the command or the event, so that no rule has to look for it.
import type { Agent, AgentId, Instant, World } from "@kibitz/contract"
import type { Rules } from "../kernel/concept.ts"
import { bug, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { findAgent, putAgent } from "./agents.ts"

type About = { readonly agentId: AgentId }

/** A command about an agent that does not exist is refused. */
export function ofAgent<C extends About>(
  decide: (world: World, agent: Agent, command: C, moment: Moment, rules: Rules) => Decision,
): (world: World, command: C, moment: Moment, rules: Rules) => Decision {
  return (world, command, moment, rules) => {
    const agent = findAgent(world, command.agentId)
    if (!agent) return reject("unknown-agent", `There is no agent "${command.agentId}". The root agent is "jake".`)
    return decide(world, agent, command, moment, rules)
  }
}

/** An event that changes one agent and nothing else. */
export function onAgent<E extends About>(
  evolve: (agent: Agent, event: E, at: Instant) => Agent,
): (world: World, event: E, at: Instant) => { readonly agents: World["agents"] } {
  return (world, event, at) => ({ agents: putAgent(world.agents, evolve(agentOf(world, event.agentId), event, at)) })
}

export function agentOf(world: World, id: AgentId): Agent {
  return findAgent(world, id) ?? bug(`an event names agent ${id}, which was never founded`)
}
