// Owns: the kinds of trouble a model call can end in (threats-and-faults A1–A8). Decisions look at `kind`, never at `message`.
import { z } from "zod"

export const ModelFailureKind = z.enum([
  "rate_limited", // A1  429: wait as long as the provider says
  "overloaded", // A2  529, 500, 502, 503, 504
  "invalid_request", // A3  400
  "billing", // A4  spend limit, 402
  "auth", // A5  401, 403
  "model_not_found", // 404 for the model's name
  "too_long", // A6  413, prompt too long
  "cut", // A8  the stream ended before the message did
  "stalled", // A8  nothing came for too long
  "offline", // no connection could be made
  "no_model", // nothing is connected: no key, and the rehearsal did not start
  "empty_reply", // A12  the model ended its turn without a word
  "budget", // ours: the money set aside is spent
  "invalid_answer", // ours: the replies were no valid answer to the turn's brief
  "step_limit", // ours: the turn did not come to an end by itself
  "crashed", // F34  ours: Kibitz ended unexpectedly in the middle of the same, again and again
  "unknown",
])
export type ModelFailureKind = z.infer<typeof ModelFailureKind>

export const ModelFailure = z.object({
  kind: ModelFailureKind,
  message: z.string(),
  status: z.int().nullable(),
  requestId: z.string().nullable(),
  retryAfterMs: z.number().nonnegative().nullable(),
})
export type ModelFailure = z.infer<typeof ModelFailure>
