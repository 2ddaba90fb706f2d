import { z } from "zod"
import { WorkspaceId } from "../ids.ts"

export const WorkspaceOpened = z.object({
  type: z.literal("workspace.opened"),
  workspaceId: WorkspaceId,
  kind: z.enum(["project", "worktree"]),
  root: z.string(),
  branch: z.string().nullable(),
  base: z.string().nullable(),
})
export const HeadRecorded = z.object({
  type: z.literal("workspace.head-recorded"),
  /** Left out: the project's. */
  workspaceId: WorkspaceId.optional(),
  head: z.string().nullable(),
})
export const WorkspaceClosed = z.object({ type: z.literal("workspace.closed"), workspaceId: WorkspaceId })

export const workspaceEvents = [WorkspaceOpened, HeadRecorded, WorkspaceClosed] as const
