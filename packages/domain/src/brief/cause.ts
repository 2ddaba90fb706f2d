// Owns: the briefs that rules ask for by themselves, and which one belongs to which cause. Journals that were written before there were briefs name
// only the cause.
import type { AskedBrief, Brief, TurnCause } from "@kibitz/contract"

export const conversationBrief: Brief = { kind: "conversation", input: {} }

/** continue: it is alone and has stopped. restart: after a failure. go-on: the user lets it continue. */
export type ContinueWhy = "continue" | "restart" | "go-on"

export function continuationBrief(why: ContinueWhy): Brief {
  return { kind: "continuation", input: { why } }
}

/** The brief of a turn whose event names none. Turns of other causes have always named theirs. */
export function briefOfCause(cause: TurnCause): AskedBrief {
  if (cause === "continuation") return continuationBrief("continue")
  return cause === "restart" ? continuationBrief("restart") : conversationBrief
}
