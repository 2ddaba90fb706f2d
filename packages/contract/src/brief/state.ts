// Owns: what a turn is asked with, as durable data. What a kind means is code and lives in domain/briefs; the journal only names it.
import { z } from "zod"
import { Json } from "../json.ts"

/** Open: a new kind is registered in the domain and needs no change here. */
export const BriefKind = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/)
  .max(60)

/** `input`: all that this kind needs to be asked again after a crash, checked by the kind's own schema. */
export const Brief = z.object({ kind: BriefKind, input: Json })
export type Brief = z.infer<typeof Brief>

/**
 * A brief as a turn carries it. The extra fields let a turn be folded and shown by a Kibitz that does not know the kind.
 */
export const AskedBrief = Brief.extend({
  /** In whose name the model answers; left out: the agent's own. */
  speaker: z.string().optional(),
  /** Its exchange is no part of the agent's conversation, and the turn takes no messages. */
  apart: z.literal(true).optional(),
  /** No model is asked: Kibitz makes the calls itself. */
  byKibitz: z.literal(true).optional(),
})
export type AskedBrief = z.infer<typeof AskedBrief>

/** The answer to a brief that is apart from the conversation: which kind it was, and who spoke. */
export const Apart = z.object({ kind: BriefKind, speaker: z.string().optional() })
export type Apart = z.infer<typeof Apart>
