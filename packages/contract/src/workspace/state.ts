// Owns: what a workspace is. Every agent works in exactly one: its tools, its sandbox, its checks and its approvals belong to that folder.
import { z } from "zod"
import { AgentId, WorkspaceId } from "../ids.ts"

export const Workspace = z.object({
  id: WorkspaceId,
  /** project: the folder the user has opened. worktree: a git worktree of the same repository, made by Kibitz outside of that folder. */
  kind: z.enum(["project", "worktree"]),
  /** Absolute path; "" until the first start has recorded it. */
  root: z.string(),
  /** The branch it was opened on; null: detached, or not known. */
  branch: z.string().nullable(),
  /** The commit it was opened at; null for the project. */
  base: z.string().nullable(),
  /** The commit it is on, as last read; null where there is no repository. */
  head: z.string().nullable(),
  /** Agents that changed files here while they were tainted; one leaves the list when the user speaks to it. Always empty for the project. */
  taintedBy: z.array(AgentId),
})
export type Workspace = z.infer<typeof Workspace>

/** The project's own folder is a workspace too, the first one, with a fixed id. */
export const projectWorkspaceId: WorkspaceId = WorkspaceId.parse("project")

/** As it is before anything is known about it. */
export const unknownProject: Workspace = {
  id: projectWorkspaceId,
  kind: "project",
  root: "",
  branch: null,
  base: null,
  head: null,
  taintedBy: [],
}
