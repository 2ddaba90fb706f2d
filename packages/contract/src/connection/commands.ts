import { z } from "zod"
import { ModelFailure } from "../failure.ts"
import { KeyProtection, KeySource } from "./state.ts"

/** From the user. Never reaches decide: the host puts the key into the secrets port and dispatches `connection.record` instead. */
export const OfferKey = z.strictObject({
  type: z.literal("key.offer"),
  key: z
    .string()
    .trim()
    .min(8, "that is too short to be a key")
    .max(500, "that is too long to be a key")
    // A header cannot carry anything else, and a key with a space or line break in it was pasted wrongly.
    .regex(/^[\x21-\x7e]+$/, "a key has no spaces or special characters; copy it again"),
  /** The user has been told that only plain text is available here, and said yes. */
  allowPlainText: z.boolean().default(false),
})
export const ForgetKey = z.strictObject({ type: z.literal("key.forget") })
/** From the user: one tiny request that shows whether the key and address work. */
export const CheckConnection = z.strictObject({ type: z.literal("connection.check") })

/** Internal. */
export const RecordConnection = z.strictObject({
  type: z.literal("connection.record"),
  using: z.enum(["rehearsal", "provider"]),
  keySource: KeySource,
  keyHint: z.string().max(4).nullable(),
  protection: KeyProtection,
})
/** Internal. */
export const RecordCheck = z.strictObject({
  type: z.literal("connection.record-check"),
  outcome: z.discriminatedUnion("result", [
    z.strictObject({ result: z.literal("ok"), models: z.array(z.string()) }),
    z.strictObject({ result: z.literal("failed"), failure: ModelFailure }),
  ]),
})

/** Whether those who wait for the provider's limit go on by themselves when it is over. */
export const SetWake = z.strictObject({ type: z.literal("limit.wake"), wake: z.boolean() })

export const connectionCommands = {
  client: [CheckConnection, SetWake],
  host: [OfferKey, ForgetKey],
  internal: [RecordConnection, RecordCheck],
} as const
