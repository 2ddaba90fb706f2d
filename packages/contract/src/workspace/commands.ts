import { z } from "zod"

/** Internal: the commit the project folder stands on; null where there is no repository. */
export const RecordHead = z.strictObject({ type: z.literal("workspace.record-head"), head: z.string().nullable() })

export const workspaceCommands = {
  internal: [RecordHead],
} as const
