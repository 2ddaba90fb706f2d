import { z } from "zod"

export const HeadRecorded = z.object({ type: z.literal("workspace.head-recorded"), head: z.string().nullable() })

export const workspaceEvents = [HeadRecorded] as const
