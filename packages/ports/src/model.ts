// The need: something that answers. `stream` never throws and never rejects; failure and abort are its last item, so that the
// loop reads straight through. Exactly one `stop` comes, and nothing after it.
import type { ContentBlock, JsonObject, ModelFailure, Reply } from "@kibitz/contract"

export type ModelMessage =
  | { readonly role: "user"; readonly content: readonly UserBlock[] }
  | { readonly role: "assistant"; readonly content: readonly ContentBlock[] }

export type UserBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_result"; readonly callId: string; readonly output: string; readonly isError: boolean }

export type ModelTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonObject }

export type ModelRequest = {
  readonly model: string
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxTokens: number
  /** How hard to think; left out = the model's own default. */
  readonly effort?: "low" | "medium" | "high"
  /** Asked for an agent that began in a rehearsal: it stays there, whatever else could answer. */
  readonly rehearsal?: true
}

export type ModelStop =
  | { readonly kind: "replied"; readonly reply: Reply }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly failure: ModelFailure }

export type ModelEvent =
  /** Text that belongs to block `block` of the reply, in order. A tool block starts with its name as text; its input is not streamed. */
  | { readonly type: "delta"; readonly block: number; readonly kind: "text" | "thinking" | "tool"; readonly text: string }
  | { readonly type: "stop"; readonly stop: ModelStop }

export interface Model {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** One tiny request: does the key work, and which models are there? */
  check(
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly models: readonly string[] } | { readonly ok: false; readonly failure: ModelFailure }>
}
