import { z } from "zod"
import { noUsage, StopReason, Usage } from "../content.ts"
import { Trouble, Turn } from "./state.ts"

export const TurnOfAgent = z.object({
  turn: Turn.nullable(),
  /** Why the last turn did not end well; gone as soon as a new one starts. */
  trouble: Trouble.nullable(),
  /** How the last turn ended; decides what "retry" and "continue" mean. */
  lastTurn: z
    .object({
      outcome: z.enum(["finished", "interrupted", "failed"]),
      stopReason: StopReason.nullable(),
      /** The end of what it was writing when the user stopped it, for when they resume it. Screens do not get it. */
      draft: z.string().optional(),
    })
    .nullable(),
  /** How many turns this agent has had; names the working spell. */
  spell: z.int().nonnegative(),
  usage: Usage,
})
export const noTurns: z.infer<typeof TurnOfAgent> = { turn: null, trouble: null, lastTurn: null, spell: 0, usage: noUsage }
