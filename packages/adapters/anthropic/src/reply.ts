// Owns: building a Reply out of raw stream events. Believes nothing about their shape: they come from outside, perhaps from a
// newer API or a server that only resembles it. Unknown events are passed over, unknown blocks are kept word for word (A13, A14). What comes of
// a call always has an id, a name and an object for an input; what was odd about it is said beside it.
import type { ContentBlock, Json, Oddity, Reply, StopReason, Usage } from "@kibitz/contract"
import { CallId, StopReason as StopReasons } from "@kibitz/contract"
import type { ModelEvent } from "@kibitz/ports"

type Loose = Readonly<Record<string, unknown>>
type Delta = Extract<ModelEvent, { type: "delta" }>

type Growing =
  | { readonly kind: "text"; text: string }
  | { readonly kind: "thinking"; thinking: string; signature: string }
  | { readonly kind: "tool"; readonly id: unknown; readonly name: string; json: string; readonly given: unknown; closed: boolean }
  | { readonly kind: "opaque"; readonly value: Record<string, unknown>; json: string }
  | { readonly kind: "unreadable" }

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
    if (positions.has(event.index)) return null
    const block = isObject(event.content_block) ? growing(event.content_block) : unreadable
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
      const { content, odd } = finished(blocks, stopReason)
      return {
        content,
        ...(odd.length > 0 ? { odd } : {}),
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
      return { kind: "tool", id: block.id, name: nameOf(block.name), json: "", given: block.input, closed: false }
  }
  return typeof block.type === "string" && block.type !== "" ? { kind: "opaque", value: { ...block }, json: "" } : unreadable
}

const unreadable: Growing = { kind: "unreadable" }

/** Longer ones are nonsense, and would be kept in every later request. */
const LONGEST_NAME = 200

/** As it came, also when it is none: the gate knows no such tool, and says so in these words. */
function nameOf(name: unknown): string {
  const text = typeof name === "string" ? name : name === undefined ? "" : JSON.stringify(name)
  return text.slice(0, LONGEST_NAME).toWellFormed()
}

function firstText(block: Growing): string {
  if (block.kind === "text") return block.text
  if (block.kind === "thinking") return block.thinking
  return block.kind === "tool" ? block.name : ""
}

function kindOf(block: Growing): Delta["kind"] {
  return block.kind === "opaque" || block.kind === "unreadable" ? "text" : block.kind
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
    case "unreadable":
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

function finished(blocks: readonly Growing[], stopReason: StopReason): { content: ContentBlock[]; odd: Oddity[] } {
  const odd: Oddity[] = []
  const ids = new Set<string>()
  return { content: blocks.flatMap((block) => finishedBlock(block, stopReason, ids, odd)), odd }
}

/** `ids`: those of the calls before it. What is odd about it is added to `odd`. */
function finishedBlock(block: Growing, stopReason: StopReason, ids: Set<string>, odd: Oddity[]): ContentBlock[] {
  switch (block.kind) {
    case "text":
      return block.text === "" ? [] : [{ type: "text", text: block.text }]
    case "thinking": {
      const { thinking, signature } = block
      return thinking === "" && signature === "" ? [] : [{ type: "thinking", thinking, signature }]
    }
    case "tool":
      return finishedCall(block, stopReason, ids, odd)
    case "opaque":
      return [finishedOpaque(block)]
    case "unreadable":
      odd.push({ kind: "block" })
      return []
  }
}

/** Nothing: a call whose input did not arrive whole must never be run (A9). */
function finishedCall(
  { id, name, json, given, closed }: Extract<Growing, { kind: "tool" }>,
  stopReason: StopReason,
  ids: Set<string>,
  odd: Oddity[],
): ContentBlock[] {
  const input = closed ? inputOf(json, given, stopReason) : undefined
  if (input === undefined) {
    odd.push({ kind: "cut-call", name })
    return []
  }
  const told = CallId.safeParse(id)
  if (told.success && !ids.has(told.data)) {
    ids.add(told.data)
    return [{ type: "tool_use", id: told.data, name, input }]
  }
  odd.push({ kind: "call-id" })
  let own = ids.size + 1
  while (ids.has(`call_${own}`)) own += 1
  ids.add(`call_${own}`)
  return [{ type: "tool_use", id: CallId.parse(`call_${own}`), name, input }]
}

function finishedOpaque({ value, json }: Extract<Growing, { kind: "opaque" }>): ContentBlock {
  if (value.type === "redacted_thinking" && typeof value.data === "string") return { type: "redacted_thinking", data: value.data }
  const input = json === "" ? undefined : parse(json)
  return { type: "opaque", value: (input === undefined ? value : { ...value, input }) as Json }
}

function inputOf(json: string, given: unknown, stopReason: StopReason): Json | undefined {
  const cutShort = stopReason !== "tool_use" && stopReason !== "end_turn"
  if (json === "") {
    if (given !== undefined && !isObject(given)) return cutShort ? undefined : { malformed_input: JSON.stringify(given) }
    const whole = given ?? {}
    // No input at all, and the limit was reached: it was about to come.
    return cutShort && Object.keys(whole).length === 0 ? undefined : (whole as Json)
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
