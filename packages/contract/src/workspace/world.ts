import { z } from "zod"
import { WorkspaceId } from "../ids.ts"
import { Workspace } from "./state.ts"

export const WorkspaceOfWorld = z.object({
  /** The open ones; the project's own is always among them. */
  workspaces: z.record(WorkspaceId, Workspace),
})
