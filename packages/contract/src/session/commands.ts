import { z } from "zod"
import { Leftover } from "../call/state.ts"

/** Internal: at start, `unrestricted` falls back to `trusted` and what was granted for a session ends. */
export const BeginSession = z.strictObject({
  type: z.literal("session.begin"),
  /** What the last Kibitz had left running; it has been ended. */
  leftovers: z.array(Leftover).optional(),
})
/** Internal: Kibitz closes. Everybody leaves, and what is under way is set aside: that it breaks off here is no crash. */
export const EndSession = z.strictObject({ type: z.literal("session.end") })

export const sessionCommands = {
  internal: [BeginSession, EndSession],
} as const
