// For tests: a world with just the agents a test is about.
import {
  type Agent,
  AgentId,
  type Agents,
  type CallId,
  defaultSettings,
  type Instant,
  jakeId,
  type Posture,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { founded } from "../agent/founded.ts"
import { promisedBelow } from "../cost/promise.ts"
import type { Moment } from "../kernel/outcome.ts"
import { emptyWorld } from "../record.ts"
import { findAgent, noAgents, putAgent } from "../team/agents.ts"

export const sampleTime = "2026-01-01T00:00:00.000Z" as Instant

export function sampleMoment(actor: "user" | "app" = "user"): Moment {
  let made = 0
  return {
    at: sampleTime,
    id: (prefix) => `${prefix}_${++made}`,
    origin: { actor, surface: actor === "user" ? "desktop" : null },
  }
}

/** Jake first; every other agent names its parent by place in the list. Agents are called Jake, a1, a2, … */
export function sampleWorld(agents: readonly (Partial<Agent> & { parent?: number })[] = [{}]): World {
  const made: Agent[] = []
  for (const [at, { parent = 0, ...fields }] of agents.entries()) {
    const above = at === 0 ? undefined : made[parent]
    const id = at === 0 ? jakeId : AgentId.parse(`a${at}`)
    const event = { type: "agent.founded", agentId: id, parentId: above?.id ?? null, name: at === 0 ? "Jake" : id } as const
    made.push({ ...founded(event, sampleTime, above), ...fields })
  }
  const linked = made.map((agent) => ({
    ...agent,
    childIds: made.filter(({ parentId }) => parentId === agent.id).map(({ id }) => id),
  }))
  const world: World = { ...emptyWorld, agents: linked.reduce<Agents>(putAgent, noAgents), surfaces: ["desktop"] }
  const promised = linked.map((agent) => ({ ...agent, promisedUsd: promisedBelow(world, agent.id) }))
  return { ...world, agents: promised.reduce<Agents>(putAgent, noAgents) }
}

export function agentAt(world: World, at = 0): Agent {
  const agent = findAgent(world, at === 0 ? jakeId : AgentId.parse(`a${at}`))
  if (!agent) throw new Error(`there is no agent ${at}`)
  return agent
}

export function sampleTurn(running = false): NonNullable<Agent["turn"]> {
  const call = {
    status: "allowed",
    id: "call_1" as CallId,
    capability: "read_file",
    input: { path: "a.txt" },
    since: sampleTime,
  } as const
  return {
    id: "turn_1" as TurnId,
    startedAt: sampleTime,
    step: 1,
    attempt: 1,
    lastFailure: null,
    model: "claude-sonnet-5-5",
    status: { kind: running ? "calling" : "asking" },
    calls: running ? [call] : [],
    cause: "message",
    brief: { kind: "conversation", input: {} },
    waitedMs: 0,
  }
}

export function withPosture(fields: Partial<Posture>): { posture: Posture } {
  return { posture: { ...samplePosture, ...fields } }
}

const samplePosture: Posture = { ...defaultSettings.defaults, modelMode: "smart", surface: "desktop" }
