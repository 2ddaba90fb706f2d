// Owns: which brief belongs to which cause. Journals that were written before there were briefs name only the cause.
import type { AskedBrief, Brief, TurnCause } from "@kibitz/contract"

export const conversationBrief: Brief = { kind: "conversation", input: {} }
export const verificationBrief: AskedBrief = { kind: "verification", input: {}, byKibitz: true }

/** continue: it is alone and has stopped. restart: after a failure. go-on: the user lets it continue. */
export type ContinueWhy = "continue" | "restart" | "go-on"

export function continuationBrief(why: ContinueWhy): Brief {
  return { kind: "continuation", input: { why } }
}

export function causeOf({ kind, input }: Brief): TurnCause {
  if (kind === "conversation") return "message"
  if (kind === "verification") return "verification"
  if (kind !== "continuation") return "asked"
  const why = typeof input === "object" && input !== null && "why" in input ? input.why : "continue"
  return why === "restart" ? "restart" : why === "go-on" ? "message" : "continuation"
}

/** The brief of a turn whose event names none. */
export function briefOfCause(cause: TurnCause): AskedBrief {
  switch (cause) {
    case "verification":
      return verificationBrief
    case "continuation":
      return continuationBrief("continue")
    case "restart":
      return continuationBrief("restart")
    case "message":
    case "asked":
      return conversationBrief
  }
}
