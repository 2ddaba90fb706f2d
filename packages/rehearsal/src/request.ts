// Owns: what the API accepts as a Messages request: everything around the conversation, which is in history.ts.
import { checkText, HistoryFault, isObject, type RequestMessage, readHistory } from "./history.ts"
import { isKnownModel } from "./models.ts"
import { invalid, type Refusal, refuse } from "./refusal.ts"

export type { RequestBlock, RequestMessage } from "./history.ts"
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

export function readRequest(body: unknown): { ok: true; request: MessagesRequest } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, request: accept(body) }
  } catch (refusal) {
    if (refusal instanceof Refused) return { ok: false, refusal: refusal.refusal }
    if (refusal instanceof HistoryFault) return { ok: false, refusal: invalid(refusal.message) }
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
  const read = readHistory(messages)
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
