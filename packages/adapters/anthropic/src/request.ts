// Owns: putting a ModelRequest into the SDK's words. Text that is not valid Unicode is made so: one lone surrogate in a tool's
// output would get every later request of that agent refused (F28).
import type { MessageCreateParamsStreaming } from "@anthropic-ai/sdk/resources/messages"
import type { ContentBlock, Json } from "@kibitz/contract"
import type { ModelMessage, ModelRequest, ModelTool, UserBlock } from "@kibitz/ports"

type Message = MessageCreateParamsStreaming["messages"][number]
type Block = Exclude<Message["content"], string>[number]
type Tool = NonNullable<MessageCreateParamsStreaming["tools"]>[number]

const ephemeral = { type: "ephemeral" } as const

/**
 * The body, as text: its parts are written down once and put together for each request, because every step of a turn sends again what the
 * steps before it have sent. Two cache marks: one behind tools and system, which never change, and one that follows the end of the conversation.
 */
export function bodyOf(request: ModelRequest): string {
  const head: Omit<MessageCreateParamsStreaming, "messages" | "system" | "tools"> = {
    model: request.model,
    max_tokens: request.maxTokens,
    stream: true,
    cache_control: ephemeral,
    ...(request.effort ? { output_config: { effort: request.effort } } : {}),
  }
  const messages = request.messages.map(writtenMessage).join()
  return `${JSON.stringify(head).slice(0, -1)}${openingOf(request)},"messages":[${messages}]}`
}

/** By the tools, which are the same list in every step of a turn. */
const openings = new WeakMap<readonly ModelTool[], { readonly system: string; readonly text: string }>()

/** What stands before the conversation, with the comma before it. */
function openingOf({ system, tools }: ModelRequest): string {
  const known = openings.get(tools)
  if (known?.system === system) return known.text
  const opening: Pick<MessageCreateParamsStreaming, "system" | "tools"> = {
    ...(system === "" ? {} : { system: [{ type: "text", text: system.toWellFormed(), cache_control: ephemeral }] }),
    ...(tools.length > 0 ? { tools: tools.map(toTool) } : {}),
  }
  const parts = JSON.stringify(opening).slice(1, -1)
  const text = parts === "" ? "" : `,${parts}`
  openings.set(tools, { system, text })
  return text
}

const writtenUserBlock = once((block: UserBlock) => JSON.stringify(toUserBlock(block)))
const writtenReplyBlock = once((block: ContentBlock) => JSON.stringify(toReplyBlock(block)))

/** Kept for as long as the value is; it must not change. */
function once<Value extends object>(write: (value: Value) => string): (value: Value) => string {
  const written = new WeakMap<Value, string>()
  return (value) => {
    const known = written.get(value)
    if (known !== undefined) return known
    const text = write(value)
    written.set(value, text)
    return text
  }
}

function writtenMessage({ role, content }: ModelMessage): string {
  const blocks =
    role === "user" ? content.filter(isSomething).map(writtenUserBlock) : content.filter(isSomething).map(writtenReplyBlock)
  return `{"role":"${role satisfies Message["role"]}","content":[${blocks.join()}]}`
}

function toTool(tool: ModelTool): Tool {
  return {
    name: tool.name,
    description: tool.description.toWellFormed(),
    input_schema: wellFormed(tool.inputSchema) as Extract<Tool, { input_schema: unknown }>["input_schema"],
  }
}

/** The API refuses empty texts, and models do say them. */
function isSomething(block: UserBlock | ContentBlock): boolean {
  return block.type !== "text" || block.text !== ""
}

function toUserBlock(block: UserBlock): Block {
  if (block.type === "text") return { type: "text", text: block.text.toWellFormed() }
  return { type: "tool_result", tool_use_id: block.callId, content: block.output.toWellFormed(), is_error: block.isError }
}

function toReplyBlock(block: ContentBlock): Block {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text.toWellFormed() }
    case "thinking":
      // Signed: any change, even a repair, would get it refused.
      return { type: "thinking", thinking: block.thinking, signature: block.signature }
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data }
    case "tool_use":
      return { type: "tool_use", id: block.id, name: block.name, input: wellFormed(block.input) }
    case "opaque":
      // It came from the provider as it is, and goes back as it is (A10, A13).
      return wellFormed(block.value) as unknown as Block
  }
}

function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]))
}
