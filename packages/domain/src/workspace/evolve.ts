// Owns: folding what happens to workspaces, and keeping who may have brought text from the network into the files of a worktree (T15).
import {
  type Agent,
  type Call,
  capabilities,
  type Event,
  type EventOf,
  projectWorkspaceId,
  type Workspace,
  type World,
} from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"
import { findWorkspace } from "./workspaces.ts"

type Workspaces = World["workspaces"]
type OwnEvent = EventOf<"workspace.opened" | "workspace.head-recorded" | "workspace.closed">

export function evolveWorkspaces(workspaces: Workspaces, event: OwnEvent): Workspaces {
  switch (event.type) {
    case "workspace.opened": {
      const { type: _, workspaceId: id, ...fields } = event
      const before = findWorkspace({ workspaces }, id)
      return put(workspaces, { ...fields, id, head: before?.head ?? null, taintedBy: before?.taintedBy ?? [] })
    }
    case "workspace.head-recorded": {
      const before = findWorkspace({ workspaces }, event.workspaceId ?? projectWorkspaceId)
      return before ? put(workspaces, { ...before, head: event.head }) : workspaces
    }
    case "workspace.closed": {
      const { [event.workspaceId]: _, ...others } = workspaces
      return others
    }
  }
}

/** Files are changed, or the user vouches for an agent. */
export const movesTaint = ["call.finished", "message.delivered", "agent.recast"] as const satisfies readonly Event["type"][]

/**
 * An agent that is tainted when it changes files of a worktree passes that on to the agents that read there. The project's own folder is left
 * out: the user works there too, and what lies in it is the user's own doing.
 */
export function keepTaint(before: World, after: World, event: Event): World {
  if (!("agentId" in event)) return after
  const agent = findAgent(after, event.agentId)
  if (!agent || agent.workspaceId === projectWorkspaceId) return after
  const workspace = findWorkspace(after, agent.workspaceId)
  if (!workspace) return after
  const isListed = workspace.taintedBy.includes(agent.id)
  const isTainting =
    agent.taintedAt !== null && (isListed || (event.type === "call.finished" && changedFiles(before, agent, event)))
  if (isListed === isTainting) return after
  const others = workspace.taintedBy.filter((id) => id !== agent.id)
  const taintedBy = isTainting ? [...others, agent.id] : others
  return { ...after, workspaces: put(after.workspaces, { ...workspace, taintedBy }) }
}

function changedFiles(before: World, { id }: Agent, { callId }: EventOf<"call.finished">): boolean {
  const call = findAgent(before, id)?.turn?.calls.find((one) => one.id === callId)
  return call !== undefined && mayChangeFiles(call)
}

function mayChangeFiles(call: Call): boolean {
  if (call.status === "allowed" && call.confinement?.write) return true
  return (capabilities as Record<string, { effect: string } | undefined>)[call.capability]?.effect === "write"
}

function put(workspaces: Workspaces, workspace: Workspace): Workspaces {
  return { ...workspaces, [workspace.id]: workspace }
}
