import { z } from "zod"

/** Of a Kibitz that only looks: reads the journal anew. What is subscribed to begins again with a fresh snapshot. */
export const ReloadJournal = z.strictObject({ type: z.literal("journal.reload") })

export const readOnlyCommands = {
  host: [ReloadJournal],
} as const
