// Owns: how a workspace is named to people and models.
import { projectWorkspaceId, type Workspace, type WorkspaceId, type World } from "@kibitz/contract"
import { findWorkspace } from "./workspaces.ts"

/** The line of the system prompt that says where an agent works. Says nothing that changes while it works there. */
export function placeLine(world: Pick<World, "workspaces">, { workspaceId }: { readonly workspaceId: WorkspaceId }): string {
  const project = folderName(findWorkspace(world, projectWorkspaceId)?.root ?? "")
  const workspace = findWorkspace(world, workspaceId)
  if (workspace?.kind !== "worktree") return `You work in the project folder "${project}".`
  return [
    `You work in the folder "${workspace.root}", a git worktree of the project "${project}"${onBranch(workspace)}.`,
    "It is your project folder: paths start there. Other agents may work in other folders of the same repository; you see what they do once it is merged.",
  ].join(" ")
}

/** The first line of a transcript whose agent does not work in the project's own folder. */
export function workplaceLine(workspaceId: WorkspaceId): string {
  return `Works in the worktree "${workspaceId}".`
}

function onBranch({ branch }: Workspace): string {
  return branch === null ? ", on no branch" : `, on the branch "${branch}"`
}

function folderName(root: string): string {
  return root.split(/[\\/]/).filter(Boolean).at(-1) ?? root
}
