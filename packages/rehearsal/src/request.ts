// Owns: what the API accepts as a Messages request. Written by hand instead of as a schema: it runs on every step of every turn,
// and its sentences name the place as the API's do ("messages.2.content.0.text: ..."). Pairing of tool calls is in history.ts.
import { checkPairs } from "./history.ts"
import { isKnownModel } from "./models.ts"
import { invalid, type Refusal, refuse } from "./refusal.ts"
import { signatureOf } from "./signature.ts"

export type RequestBlock = Readonly<Record<string, unknown>> & { readonly type: string }
export type RequestMessage = { readonly role: "user" | "assistant"; readonly content: readonly RequestBlock[] }
export type MessagesRequest = {
  readonly model: string
  readonly maxTokens: number
  readonly stream: boolean
  readonly system: string
  readonly messages: readonly RequestMessage[]
  /** null when the request offers no tools at all. */
  readonly tools: ReadonlySet<string> | null
  readonly cached: boolean
}

type Loose = Readonly<Record<string, unknown>>

export function readRequest(body: unknown): { ok: true; request: MessagesRequest } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, request: accept(body) }
  } catch (refusal) {
    if (refusal instanceof Refused) return { ok: false, refusal: refusal.refusal }
    throw refusal
  }
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

function fail(where: string, what: string): never {
  throw new Refused(invalid(`${where}: ${what}`))
}

function accept(body: unknown): MessagesRequest {
  if (!isObject(body)) fail("body", "Input should be an object")
  const { model, max_tokens: maxTokens, stream, system, messages, tools } = body
  if (typeof model !== "string" || model === "") fail("model", "Input should be a valid string")
  if (!Number.isInteger(maxTokens) || (maxTokens as number) < 0) fail("max_tokens", "Input should be a non-negative integer")
  if (stream !== undefined && typeof stream !== "boolean") fail("stream", "Input should be a valid boolean")
  const told = readSystem(system)
  const offered = readTools(tools)
  const read = readMessages(messages)
  const unpaired = checkPairs(read)
  if (unpaired !== null) throw new Refused(invalid(unpaired))
  if (!isKnownModel(model)) throw new Refused(refuse(404, "not_found_error", `model: ${model}`))
  return {
    model,
    maxTokens: maxTokens as number,
    stream: stream === true,
    system: told,
    messages: read,
    tools: offered,
    cached: body.cache_control != null || (Array.isArray(system) && system.some((block) => block.cache_control != null)),
  }
}

function readSystem(system: unknown): string {
  if (system === undefined) return ""
  if (typeof system === "string") {
    checkText("system", system, true)
    return system
  }
  if (!Array.isArray(system)) fail("system", "Input should be a valid string or list")
  for (const [index, block] of system.entries()) {
    if (!isObject(block) || block.type !== "text") fail(`system.${index}`, "Input should be a text block")
    checkText(`system.${index}.text`, block.text)
  }
  return system.map((block) => block.text).join("\n\n")
}

function readTools(tools: unknown): ReadonlySet<string> | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools)) fail("tools", "Input should be a valid list")
  const names = new Set<string>()
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool)) fail(`tools.${index}`, "Input should be an object")
    const { name, input_schema: schema } = tool
    if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      fail(`tools.${index}.name`, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
    if (!isObject(schema) || schema.type !== "object")
      fail(`tools.${index}.input_schema`, "Input should be a schema of type object")
    if (names.has(name)) fail("tools", "Tool names must be unique")
    names.add(name)
  }
  return names
}

function readMessages(messages: unknown): RequestMessage[] {
  if (!Array.isArray(messages)) fail("messages", "Input should be a valid list")
  if (messages.length === 0) fail("messages", "at least one message is required")
  const read = messages.map((message, index) => readMessage(message, `messages.${index}`))
  if (read[0]?.role !== "user") fail("messages", "first message must use the user role")
  return read
}

function readMessage(message: unknown, where: string): RequestMessage {
  if (!isObject(message)) fail(where, "Input should be an object")
  const { role, content } = message
  if (role !== "user" && role !== "assistant") fail(`${where}.role`, "Input should be 'user' or 'assistant'")
  if (typeof content === "string") {
    checkSaid(`${where}.content`, content)
    return { role, content: [{ type: "text", text: content }] }
  }
  if (!Array.isArray(content)) fail(`${where}.content`, "Input should be a valid string or list")
  if (content.length === 0) fail(`${where}.content`, "all messages must have non-empty content")
  for (let index = 0; index < content.length; index++) checkBlock(role, content[index], `${where}.content.${index}`)
  return { role, content }
}

function checkBlock(role: "user" | "assistant", block: unknown, where: string): void {
  if (!isObject(block) || typeof block.type !== "string") fail(where, "Input should be a content block with a type")
  switch (block.type) {
    case "text":
      checkSaid(`${where}.text`, block.text)
      break
    case "tool_use":
      if (role !== "assistant") fail(where, "`tool_use` blocks can only be in `assistant` messages")
      checkId(`${where}.id`, block.id)
      if (typeof block.name !== "string" || block.name === "") fail(`${where}.name`, "Input should be a valid string")
      if (!isObject(block.input)) fail(`${where}.input`, "Input should be a valid dictionary")
      break
    case "tool_result":
      if (role !== "user") fail(where, "`tool_result` blocks can only be in `user` messages")
      checkResult(block, where)
      break
    case "thinking":
      if (role !== "assistant") fail(where, "`thinking` blocks can only be in `assistant` messages")
      checkThinking(block, where)
      break
    case "image":
    case "document":
    case "redacted_thinking":
      break
    default:
      // What the assistant says comes from a server, perhaps a newer one, and goes back unchanged; a user has no such excuse.
      if (role === "user") fail(where, `Input tag '${block.type}' found using 'type' does not match any of the expected tags`)
  }
}

function checkResult(block: Loose, where: string): void {
  checkId(`${where}.tool_use_id`, block.tool_use_id)
  if (block.is_error !== undefined && typeof block.is_error !== "boolean")
    fail(`${where}.is_error`, "Input should be a valid boolean")
  if (block.content === undefined) return
  if (typeof block.content === "string") {
    checkText(`${where}.content`, block.content, true)
    return
  }
  if (!Array.isArray(block.content)) fail(`${where}.content`, "Input should be a valid string or list")
  for (const [index, part] of block.content.entries()) {
    if (!isObject(part)) fail(`${where}.content.${index}`, "Input should be a content block")
    if (part.type === "text") checkText(`${where}.content.${index}.text`, part.text)
  }
}

function checkThinking(block: Loose, where: string): void {
  if (typeof block.thinking !== "string") fail(`${where}.thinking`, "Input should be a valid string")
  if (typeof block.signature !== "string") fail(`${where}.signature`, "Field required")
  // Only our own signatures can be checked: a conversation may have begun with a real model.
  if (block.signature.startsWith("rehearsal-") && block.signature !== signatureOf(block.thinking)) {
    fail(where, "Invalid `signature` in `thinking` block")
  }
}

function checkId(where: string, id: unknown): void {
  if (typeof id !== "string" || !/^[a-zA-Z0-9_-]+$/.test(id)) fail(where, "String should match pattern '^[a-zA-Z0-9_-]+$'")
}

/** What somebody says, unlike what a tool brings, is never blank: one blank reply sent back would have every later request refused. */
function checkSaid(where: string, text: unknown): void {
  checkText(where, text)
  if (text.trim() === "") fail(where, "text content blocks must contain non-whitespace text")
}

function checkText(where: string, text: unknown, mayBeEmpty = false): asserts text is string {
  if (typeof text !== "string") fail(where, "Input should be a valid string")
  if (!mayBeEmpty && text === "") fail(where, "text content blocks must be non-empty")
  if (!text.isWellFormed()) fail(where, "The text is not valid Unicode: it contains a lone surrogate")
}

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
