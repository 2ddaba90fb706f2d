import { z } from "zod"
import { WorkspaceId } from "../ids.ts"

export const WorkspaceOfAgent = z.object({
  /** The one it works in, for as long as it exists. */
  workspaceId: WorkspaceId,
})
