// Owns: what the app may say about how it reaches a model. The key itself is in no state, command or event that is stored.
import { z } from "zod"
import { ModelFailure } from "../failure.ts"
import { Instant } from "../time.ts"

export const KeySource = z.enum(["none", "environment", "keychain", "plain-file"])
export type KeySource = z.infer<typeof KeySource>

/** os: the system keychain encrypts. plain: only plain text can be kept, so we ask first. none: this shell keeps no keys. */
export const KeyProtection = z.enum(["os", "plain", "none"])
export type KeyProtection = z.infer<typeof KeyProtection>

export const Connection = z.object({
  /** What answers the next turn. */
  using: z.enum(["rehearsal", "provider"]),
  keySource: KeySource,
  /** The last four characters, to tell two keys apart. */
  keyHint: z.string().max(4).nullable(),
  protection: KeyProtection,
  check: z
    .discriminatedUnion("result", [
      z.object({ result: z.literal("running") }),
      z.object({ result: z.literal("ok"), at: Instant, models: z.array(z.string()) }),
      z.object({ result: z.literal("failed"), at: Instant, failure: ModelFailure }),
    ])
    .nullable(),
})
export type Connection = z.infer<typeof Connection>

export const noConnection: Connection = { using: "rehearsal", keySource: "none", keyHint: null, protection: "none", check: null }
