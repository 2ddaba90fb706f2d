// Owns: looking up the workspace of an agent. Everything that depends on a folder, a branch or a commit asks here.
import {
  type Agent,
  projectWorkspaceId,
  type Rejection,
  unknownProject,
  type Workspace,
  type WorkspaceId,
  type World,
} from "@kibitz/contract"
import { allAgents } from "../team/agents.ts"

type Workspaces = Pick<World, "workspaces">
type Worker = Pick<Agent, "workspaceId">

export const projectOnly: World["workspaces"] = { [projectWorkspaceId]: unknownProject }

/** Ids come from outside: only what was opened counts. */
export function findWorkspace({ workspaces }: Workspaces, id: WorkspaceId): Workspace | undefined {
  return Object.hasOwn(workspaces, id) ? workspaces[id] : undefined
}

/** Absolute path of the folder this agent works in; undefined while it is not known, and once its workspace is closed. */
export function rootOf(world: Workspaces, { workspaceId }: Worker): string | undefined {
  return findWorkspace(world, workspaceId)?.root || undefined
}

/** The commit its workspace is on. */
export function headOf(world: Workspaces, { workspaceId }: Worker): string | null {
  return findWorkspace(world, workspaceId)?.head ?? null
}

/** For records that say where something happened only when it was not in the project's own folder. */
export function elsewhere({ workspaceId }: Worker): { readonly workspaceId?: WorkspaceId } {
  return workspaceId === projectWorkspaceId ? {} : { workspaceId }
}

/** Whether files there may hold text from the network that nobody vouches for (T15). */
export function hasTaintedFiles(world: Workspaces, { workspaceId }: Worker): boolean {
  return (findWorkspace(world, workspaceId)?.taintedBy.length ?? 0) > 0
}

/** Why no workspace can be opened under this id; asked before a worktree is made, and again when it is recorded. */
export function takenId(world: Workspaces, id: WorkspaceId): Rejection | null {
  return findWorkspace(world, id) ? { kind: "not-allowed", message: `There is a workspace "${id}" already.` } : null
}

/** Agents whose workspace has to be known: a dismissed agent does nothing there any more. */
export function workersIn(world: World): readonly Agent[] {
  return allAgents(world).filter(({ standing }) => standing.kind !== "dismissed")
}
