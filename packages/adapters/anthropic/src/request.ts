// Owns: putting a ModelRequest into the SDK's words. Text that is not valid Unicode is made so: one lone surrogate in a tool's
// output would get every later request of that agent refused (F28).
import type { MessageCreateParamsStreaming } from "@anthropic-ai/sdk/resources/messages"
import type { ContentBlock, Json } from "@kibitz/contract"
import type { ModelMessage, ModelRequest, ModelTool, UserBlock } from "@kibitz/ports"

type Message = MessageCreateParamsStreaming["messages"][number]
type Block = Exclude<Message["content"], string>[number]
type Tool = NonNullable<MessageCreateParamsStreaming["tools"]>[number]

const ephemeral = { type: "ephemeral" } as const

/** Two cache marks: one behind tools and system, which never change, and one that follows the end of the conversation. */
export function toParams(request: ModelRequest): MessageCreateParamsStreaming {
  const params: MessageCreateParamsStreaming = {
    model: request.model,
    max_tokens: request.maxTokens,
    messages: request.messages.map(toMessage),
    stream: true,
    cache_control: ephemeral,
  }
  if (request.effort) params.output_config = { effort: request.effort }
  if (request.system !== "") params.system = [{ type: "text", text: request.system.toWellFormed(), cache_control: ephemeral }]
  if (request.tools.length > 0) {
    params.tools = request.tools.map(toTool)
  }
  return params
}

/** The same tools go with every request of every agent. */
const tools = new WeakMap<ModelTool, Tool>()

function toTool(tool: ModelTool): Tool {
  const known = tools.get(tool)
  if (known) return known
  const made: Tool = {
    name: tool.name,
    description: tool.description.toWellFormed(),
    input_schema: wellFormed(tool.inputSchema) as Extract<Tool, { input_schema: unknown }>["input_schema"],
  }
  tools.set(tool, made)
  return made
}

function toMessage(message: ModelMessage): Message {
  if (message.role === "user") return { role: "user", content: message.content.filter(isSomething).map(toUserBlock) }
  return { role: "assistant", content: message.content.filter(isSomething).map(toAssistantBlock) }
}

/** The API refuses empty texts, and models do say them. */
function isSomething(block: UserBlock | ContentBlock): boolean {
  return block.type !== "text" || block.text !== ""
}

function toUserBlock(block: UserBlock): Block {
  if (block.type === "text") return { type: "text", text: block.text.toWellFormed() }
  return { type: "tool_result", tool_use_id: block.callId, content: block.output.toWellFormed(), is_error: block.isError }
}

function toAssistantBlock(block: ContentBlock): Block {
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
