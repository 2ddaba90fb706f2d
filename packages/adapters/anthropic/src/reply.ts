// Owns: building a Reply out of raw stream events. Believes nothing about their shape: they come from outside, perhaps from a
// newer API or a server that only resembles it. Unknown events are passed over, unknown blocks are kept word for word (A13, A14).
import type { CallId, ContentBlock, Json, Reply, StopReason, Usage } from "@kibitz/contract"
import { StopReason as StopReasons } from "@kibitz/contract"
import type { ModelEvent } from "@kibitz/ports"

type Loose = Readonly<Record<string, unknown>>
type Delta = Extract<ModelEvent, { type: "delta" }>

type Growing =
  | { readonly kind: "text"; text: string }
  | { readonly kind: "thinking"; thinking: string; signature: string }
  | { readonly kind: "tool"; readonly id: string; readonly name: string; json: string; readonly given: unknown; closed: boolean }
  | { readonly kind: "opaque"; readonly value: Record<string, unknown>; json: string }

export type ReplyReader = {
  /** What to show for this event, if anything. */
  take(event: unknown): Delta | null
  /** True once message_stop has come: only then is the reply a reply. */
  readonly complete: boolean
  reply(requestedModel: string, requestId: string | null): Reply
}

export function readReply(): ReplyReader {
  const blocks: Growing[] = []
  /** The stream's own numbers; a gap or a repeat in them must not make a hole in the content. */
  const positions = new Map<unknown, number>()
  const usage: Record<string, number> = {}
  let model: string | null = null
  let stop: unknown = null
  let stopDetails: unknown = null
  let complete = false

  function startBlock(event: Loose): Delta | null {
    if (positions.has(event.index) || !isObject(event.content_block)) return null
    const block = growing(event.content_block)
    const position = blocks.push(block) - 1
    positions.set(event.index, position)
    const text = firstText(block)
    return text === "" ? null : { type: "delta", block: position, kind: kindOf(block), text }
  }

  function growBlock(event: Loose): Delta | null {
    const position = positions.get(event.index)
    const block = position === undefined ? undefined : blocks[position]
    if (position === undefined || block === undefined || !isObject(event.delta)) return null
    const text = grow(block, event.delta)
    return text === "" ? null : { type: "delta", block: position, kind: kindOf(block), text }
  }

  return {
    get complete() {
      return complete
    },
    take(event) {
      if (complete || !isObject(event)) return null
      switch (event.type) {
        case "message_start":
          if (!isObject(event.message)) return null
          if (typeof event.message.model === "string") model = event.message.model
          count(usage, event.message.usage)
          return null
        case "content_block_start":
          return startBlock(event)
        case "content_block_delta":
          return growBlock(event)
        case "content_block_stop": {
          const block = blocks[positions.get(event.index) ?? -1]
          if (block?.kind === "tool") block.closed = true
          return null
        }
        case "message_delta":
          if (isObject(event.delta)) {
            stop = event.delta.stop_reason ?? stop
            stopDetails = event.delta.stop_details ?? stopDetails
          }
          count(usage, event.usage)
          return null
        case "message_stop":
          complete = true
          return null
        default:
          return null
      }
    },
    reply(requestedModel, requestId) {
      const stopReason = readStop(stop)
      return {
        content: blocks.map((block) => finished(block, stopReason)).filter((block) => block !== null),
        stopReason,
        stopDetail: detailOf(stopReason, stop, stopDetails),
        usage: readUsage(usage),
        model: model ?? requestedModel,
        requestId,
      }
    },
  }
}

function growing(block: Loose): Growing {
  switch (block.type) {
    case "text":
      return { kind: "text", text: textOf(block.text) }
    case "thinking":
      return { kind: "thinking", thinking: textOf(block.thinking), signature: textOf(block.signature) }
    case "tool_use":
      if (typeof block.id !== "string" || typeof block.name !== "string") break
      return { kind: "tool", id: block.id, name: block.name, json: "", given: block.input, closed: false }
  }
  return { kind: "opaque", value: { ...block }, json: "" }
}

function firstText(block: Growing): string {
  if (block.kind === "text") return block.text
  if (block.kind === "thinking") return block.thinking
  return block.kind === "tool" ? block.name : ""
}

function kindOf(block: Growing): Delta["kind"] {
  return block.kind === "opaque" ? "text" : block.kind
}

/** Returns what there is to show. */
function grow(block: Growing, delta: Loose): string {
  switch (block.kind) {
    case "text": {
      const text = textOf(delta.text)
      block.text += text
      return text
    }
    case "thinking": {
      if (typeof delta.signature === "string") block.signature = delta.signature
      const thinking = textOf(delta.thinking)
      block.thinking += thinking
      return thinking
    }
    case "tool":
      block.json += textOf(delta.partial_json)
      return ""
    case "opaque":
      growOpaque(block, delta)
      return ""
  }
}

/** Texts are added to the field of the same name, which is how every delta of the API so far has worked. */
function growOpaque(block: Extract<Growing, { kind: "opaque" }>, delta: Loose): void {
  for (const [name, value] of Object.entries(delta)) {
    if (name === "type" || typeof value !== "string") continue
    if (name === "partial_json") block.json += value
    else if (name !== "__proto__") block.value[name] = textOf(block.value[name]) + value
  }
}

/** null: not part of the reply. A call whose input did not arrive whole must never be run (A9). */
function finished(block: Growing, stopReason: StopReason): ContentBlock | null {
  switch (block.kind) {
    case "text":
      return block.text === "" ? null : { type: "text", text: block.text }
    case "thinking":
      return { type: "thinking", thinking: block.thinking, signature: block.signature }
    case "tool": {
      const input = block.closed ? inputOf(block.json, block.given, stopReason) : undefined
      return input === undefined ? null : { type: "tool_use", id: block.id as CallId, name: block.name, input }
    }
    case "opaque": {
      if (block.value.type === "redacted_thinking" && typeof block.value.data === "string") {
        return { type: "redacted_thinking", data: block.value.data }
      }
      const input = block.json === "" ? undefined : parse(block.json)
      return { type: "opaque", value: (input === undefined ? block.value : { ...block.value, input }) as Json }
    }
  }
}

function inputOf(json: string, given: unknown, stopReason: StopReason): Json | undefined {
  const cutShort = stopReason !== "tool_use" && stopReason !== "end_turn"
  if (json === "") {
    const whole = isObject(given) ? (given as Json) : {}
    // No input at all, and the limit was reached: it was about to come.
    return cutShort && Object.keys(whole as object).length === 0 ? undefined : whole
  }
  const input = parse(json)
  if (isObject(input)) return input as Json
  // The model made a mistake and says that it is done: it gets to hear so from the tool, in a history that stays valid.
  return cutShort ? undefined : { malformed_input: json }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function readStop(stop: unknown): StopReason {
  const known = StopReasons.safeParse(stop)
  return known.success ? known.data : "unknown"
}

function detailOf(reason: StopReason, stop: unknown, details: unknown): string | null {
  if (reason === "unknown") return typeof stop === "string" ? stop : null
  if (reason !== "refusal" || !isObject(details)) return null
  const said = [details.category, details.explanation].filter((part) => typeof part === "string")
  return said.length === 0 ? null : said.join(": ")
}

/** Totals so far, not amounts to add; fields that do not apply are left out or null. */
function count(usage: Record<string, number>, told: unknown): void {
  if (!isObject(told)) return
  for (const [name, value] of Object.entries(told)) {
    if (Number.isSafeInteger(value) && (value as number) >= 0) usage[name] = value as number
  }
}

function readUsage(usage: Readonly<Record<string, number>>): Usage {
  const {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  } = usage
  return {
    inputTokens: input ?? 0,
    outputTokens: output ?? 0,
    cacheReadTokens: read ?? 0,
    cacheWriteTokens: written ?? 0,
    estimated: input === undefined || output === undefined,
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
