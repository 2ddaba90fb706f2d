import { z } from "zod"
import { Connection } from "./state.ts"

export const ConnectionChanged = z.object({ type: z.literal("connection.changed"), connection: Connection })

export const connectionEvents = [ConnectionChanged] as const
