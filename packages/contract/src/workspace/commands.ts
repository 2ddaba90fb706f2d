import { z } from "zod"
import { WorkspaceId } from "../ids.ts"

/** A branch name as git takes it; git has the last word. */
const BranchName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, "a branch name is letters, digits, . _ / or -, beginning with a letter or digit")

/** Makes a git worktree of the project's repository at the project's current commit, and opens it as a workspace. Without a branch it is detached. */
export const OpenWorktree = z.strictObject({
  type: z.literal("workspace.open-worktree"),
  workspaceId: WorkspaceId,
  /** A new branch for it. */
  branch: BranchName.optional(),
})
/** Nobody works in it any more. Its folder, its branch and its commits stay where they are. */
export const CloseWorkspace = z.strictObject({ type: z.literal("workspace.close"), workspaceId: WorkspaceId })

/** Internal: at every start, where the project lies. */
export const RecordProject = z.strictObject({ type: z.literal("workspace.record-project"), root: z.string().min(1) })
/** Internal: a worktree that is there. */
export const RecordWorktree = z.strictObject({
  type: z.literal("workspace.record-worktree"),
  workspaceId: WorkspaceId,
  root: z.string().min(1),
  branch: z.string().nullable(),
  base: z.string(),
})
/** Internal: the commit a workspace is on; null where there is no repository. */
export const RecordHead = z.strictObject({
  type: z.literal("workspace.record-head"),
  workspaceId: WorkspaceId,
  head: z.string().nullable(),
})

export const workspaceCommands = {
  host: [OpenWorktree],
  client: [CloseWorkspace],
  internal: [RecordProject, RecordWorktree, RecordHead],
} as const
