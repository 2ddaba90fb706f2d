// Owns: what the gate is told about an agent, read from the world at the moment of deciding. The only place that makes an Access.
import { type Agent, fromInstant, type Grant, type Instant, projectWorkspaceId, type World } from "@kibitz/contract"
import { toolsOf } from "../brief/registry.ts"
import type { Access } from "../gate/access.ts"
import { findAgent } from "../team/agents.ts"

export function accessOf(world: World, agent: Agent, at: Instant): Access {
  const { phase, permissionProfile, runControl } = agent.posture
  return {
    phase,
    profile: permissionProfile,
    runControl,
    attended: world.surfaces.some((surface) => surface !== "headless"),
    sandboxed: world.sandbox.state === "on",
    planningNetwork: world.settings.planningNetwork,
    tainted: agent.taintedAt !== null,
    tools: toolsOf(agent.turn),
    grants: Object.values(world.grants).filter((grant) => isLive(grant, at) && holdsFor(world, grant, agent)),
  }
}

export function isLive(grant: Grant, at: Instant): boolean {
  return grant.remaining !== 0 && (grant.expiresAt === null || isBefore(at, grant.expiresAt))
}

export function isBefore(a: Instant, b: Instant): boolean {
  return Temporal.Instant.compare(fromInstant(a), fromInstant(b)) < 0
}

function holdsFor(world: World, grant: Grant, agent: Agent): boolean {
  switch (grant.scope) {
    case "session":
      return grant.agentId === agent.id
    case "lease":
      return (grant.workspaceId ?? projectWorkspaceId) === agent.workspaceId && isWithin(world, agent, grant.agentId)
    case "rule":
      return true
  }
}

/** Is it that agent, or one below it? */
export function isWithin(world: World, agent: Agent, rootId: Agent["id"]): boolean {
  for (let one: Agent | undefined = agent; one; one = one.parentId ? findAgent(world, one.parentId) : undefined) {
    if (one.id === rootId) return true
  }
  return false
}
