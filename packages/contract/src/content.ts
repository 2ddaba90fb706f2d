// Owns: what a finished reply is made of. Mirrors the Messages API closely enough to be sent back to it unchanged.
import { z } from "zod"
import { CallId } from "./ids.ts"
import { Json } from "./json.ts"

export const TextBlock = z.object({ type: z.literal("text"), text: z.string() })
export const ThinkingBlock = z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() })
export const RedactedThinkingBlock = z.object({ type: z.literal("redacted_thinking"), data: z.string() })
export const ToolUseBlock = z.object({ type: z.literal("tool_use"), id: CallId, name: z.string(), input: Json })
/** A block this version does not know. Kept word for word so that nothing the model said is lost (A13). */
export const OpaqueBlock = z.object({ type: z.literal("opaque"), value: Json })

export const ContentBlock = z.discriminatedUnion("type", [
  TextBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  ToolUseBlock,
  OpaqueBlock,
])
export type ContentBlock = z.infer<typeof ContentBlock>
export type ToolUseBlock = z.infer<typeof ToolUseBlock>

export const StopReason = z.enum([
  "end_turn",
  "stop_sequence",
  "tool_use",
  "max_tokens",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
  "unknown",
])
export type StopReason = z.infer<typeof StopReason>

export const Usage = z.object({
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  /** True when the provider left fields out and the numbers are a floor, not a count (A16). */
  estimated: z.boolean(),
})
export type Usage = z.infer<typeof Usage>

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, estimated: false }

/** What of a reply did not come as the API says it comes. The reply holds what could be made of it. */
export const Oddity = z.discriminatedUnion("kind", [
  /** Its input did not arrive whole, so the call is not in the reply (A9). */
  z.object({ kind: z.literal("cut-call"), name: z.string() }),
  /** A call had no usable id, or the id of another. */
  z.object({ kind: z.literal("call-id") }),
  /** A block without a type: nobody can know what it is, so it is not in the reply. */
  z.object({ kind: z.literal("block") }),
])
export type Oddity = z.infer<typeof Oddity>

export const Reply = z.object({
  content: z.array(ContentBlock),
  stopReason: StopReason,
  /** The provider's own word and details where `stopReason` is "unknown" or "refusal". */
  stopDetail: z.string().nullable(),
  usage: Usage,
  model: z.string(),
  requestId: z.string().nullable(),
  /** Left out when nothing was odd. */
  odd: z.array(Oddity).optional(),
})
export type Reply = z.infer<typeof Reply>
