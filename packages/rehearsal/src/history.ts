// Owns: which conversations the Messages API accepts, read strictly: what is refused here the API refuses too, or some of its versions do. Its
// sentences name the place as the API's do ("messages.2.content.0.text: ..."). Written by hand instead of as a schema: it runs on every step of
// every turn. A client whose history passes here is never stuck with a conversation that every later request is refused for (A15).
import { signatureOf } from "./signature.ts"

export type RequestBlock = Readonly<Record<string, unknown>> & { readonly type: string }
export type RequestMessage = { readonly role: "user" | "assistant"; readonly content: readonly RequestBlock[] }

type Loose = Readonly<Record<string, unknown>>
type Role = RequestMessage["role"]

/** What is wrong with a conversation, with the place; null when nothing is. */
export function historyFault(messages: unknown): string | null {
  try {
    readHistory(messages)
    return null
  } catch (fault) {
    if (fault instanceof HistoryFault) return fault.message
    throw fault
  }
}

export class HistoryFault extends Error {}

/** The messages with their content as blocks. Throws HistoryFault. */
export function readHistory(messages: unknown): RequestMessage[] {
  if (!Array.isArray(messages)) fail("messages", "Input should be a valid list")
  if (messages.length === 0) fail("messages", "at least one message is required")
  const read = messages.map((message, index) => readMessage(message, `messages.${index}`))
  if (read[0]?.role !== "user") fail("messages", "first message must use the user role")
  checkOrder(read)
  checkThinkingPlaces(read)
  checkPairs(read)
  checkEnd(read)
  return read
}

function fail(where: string, what: string): never {
  throw new HistoryFault(`${where}: ${what}`)
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

function checkBlock(role: Role, block: unknown, where: string): void {
  if (!isObject(block) || typeof block.type !== "string" || block.type === "")
    fail(where, "Input should be a content block with a type")
  switch (block.type) {
    case "text":
      return checkSaid(`${where}.text`, block.text)
    case "tool_use":
      onlyFor("assistant", role, block.type, where)
      return checkCall(block, where)
    case "tool_result":
      onlyFor("user", role, block.type, where)
      return checkResult(block, where)
    case "thinking":
      onlyFor("assistant", role, block.type, where)
      return checkThinking(block, where)
    case "redacted_thinking":
      onlyFor("assistant", role, block.type, where)
      if (typeof block.data !== "string" || block.data === "") fail(`${where}.data`, "Field required")
      return
    case "image":
    case "document":
      return
    default:
      // What the assistant says comes from a server, perhaps a newer one, and goes back unchanged; a user has no such excuse.
      if (role === "user") fail(where, `Input tag '${block.type}' found using 'type' does not match any of the expected tags`)
  }
}

function onlyFor(allowed: Role, role: Role, type: string, where: string): void {
  if (role !== allowed) fail(where, `\`${type}\` blocks can only be in \`${allowed}\` messages`)
}

function checkCall(block: Loose, where: string): void {
  checkId(`${where}.id`, block.id)
  if (typeof block.name !== "string" || !/^[a-zA-Z0-9_-]{1,128}$/.test(block.name))
    fail(`${where}.name`, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
  if (!isObject(block.input)) fail(`${where}.input`, "Input should be a valid dictionary")
}

function checkResult(block: Loose, where: string): void {
  checkId(`${where}.tool_use_id`, block.tool_use_id)
  if (block.is_error !== undefined && typeof block.is_error !== "boolean")
    fail(`${where}.is_error`, "Input should be a valid boolean")
  if (block.content === undefined) return
  if (typeof block.content === "string") return checkText(`${where}.content`, block.content, true)
  if (!Array.isArray(block.content)) fail(`${where}.content`, "Input should be a valid string or list")
  for (const [index, part] of block.content.entries()) {
    if (!isObject(part)) fail(`${where}.content.${index}`, "Input should be a content block")
    if (part.type === "text") checkText(`${where}.content.${index}.text`, part.text)
  }
}

function checkThinking(block: Loose, where: string): void {
  checkText(`${where}.thinking`, block.thinking, true)
  if (typeof block.signature !== "string" || block.signature === "") fail(`${where}.signature`, "Field required")
  // Only our own signatures can be checked: a conversation may have begun with a real model.
  if (block.signature.startsWith("rehearsal-") && block.signature !== signatureOf(block.thinking as string)) {
    fail(where, "Invalid `signature` in `thinking` block")
  }
}

function checkId(where: string, id: unknown): void {
  if (typeof id !== "string" || !/^[a-zA-Z0-9_-]+$/.test(id)) fail(where, "String should match pattern '^[a-zA-Z0-9_-]+$'")
  if (id.length > 64) fail(where, "String should have at most 64 characters")
}

/** What somebody says, unlike what a tool brings, is never blank: one blank reply sent back would have every later request refused. */
function checkSaid(where: string, text: unknown): void {
  checkText(where, text)
  if (text.trim() === "") fail(where, "text content blocks must contain non-whitespace text")
}

export function checkText(where: string, text: unknown, mayBeEmpty = false): asserts text is string {
  if (typeof text !== "string") fail(where, "Input should be a valid string")
  if (!mayBeEmpty && text === "") fail(where, "text content blocks must be non-empty")
  if (!text.isWellFormed()) fail(where, "The text is not valid Unicode: it contains a lone surrogate")
}

/** The API of today takes neighbours of one role for one message; those before it, and others that speak like it, refuse them. */
function checkOrder(messages: readonly RequestMessage[]): void {
  for (let at = 1; at < messages.length; at++) {
    const role = messages[at]?.role
    if (role === messages[at - 1]?.role)
      fail(`messages.${at}`, `roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`)
  }
}

function checkThinkingPlaces(messages: readonly RequestMessage[]): void {
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== "assistant") continue
    const [first, last] = [content[0], content.at(-1)]
    if (first && !isThinking(first) && content.some(isThinking))
      fail(
        `messages.${at}.content.0`,
        `If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`,
      )
    if (last && isThinking(last)) fail(`messages.${at}`, `The final block in an assistant message cannot be \`${last.type}\`.`)
  }
}

function isThinking({ type }: RequestBlock): boolean {
  return type === "thinking" || type === "redacted_thinking"
}

/** Every tool_use is answered in the very next message, before anything else is said there, and nothing else is answered. */
function checkPairs(messages: readonly RequestMessage[]): void {
  const used = new Set<string>()
  let open = new Set<string>()
  for (const [m, { role, content }] of messages.entries()) {
    const calls = new Set<string>()
    let hasOther = false
    for (const [b, block] of content.entries()) {
      const where = `messages.${m}.content.${b}`
      if (block.type === "tool_use") {
        const id = block.id as string
        if (used.has(id)) fail(where, "`tool_use` ids must be unique")
        used.add(id)
        calls.add(id)
      } else if (block.type === "tool_result") {
        const id = block.tool_use_id as string
        if (!open.delete(id))
          fail(
            where,
            `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          )
        if (hasOther) fail(where, "`tool_result` blocks must come before other content")
      } else if (role === "user") {
        if (open.size > 0) unanswered(m, open)
        hasOther = true
      }
    }
    if (role === "user" && open.size > 0) unanswered(m, open)
    open = calls
  }
  if (open.size > 0) unanswered(messages.length, open)
}

function unanswered(position: number, open: ReadonlySet<string>): never {
  fail(
    `messages.${position - 1}`,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...open].join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  )
}

function checkEnd(messages: readonly RequestMessage[]): void {
  const last = messages.at(-1)
  const text = last?.role === "assistant" ? last.content.at(-1)?.text : undefined
  if (typeof text === "string" && text !== text.trimEnd())
    fail("messages", "final assistant content cannot end with trailing whitespace")
}

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
