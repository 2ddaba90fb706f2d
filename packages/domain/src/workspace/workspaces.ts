// Owns: looking up the workspace of an agent. Everything that depends on a folder, a branch or a commit asks here.
import { type Agent, projectWorkspaceId, unknownProject, type Workspace, type WorkspaceId, type World } from "@kibitz/contract"

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
