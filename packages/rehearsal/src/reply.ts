// Owns: turning a step into what goes over the wire: one string per token, and the finished message for requests that do not stream.
// Honours the request's max_tokens, also in the middle of a tool's input (A9).
import type { Scene } from "./choose.ts"
import { amountOf, fill, fillInput, hasPlaceholders } from "./fill.ts"
import { fingerprint } from "./fingerprint.ts"
import { proseWords } from "./prose.ts"
import type { MessagesRequest } from "./request.ts"
import type { Block, Step } from "./scenario.ts"
import { signatureOf } from "./signature.ts"
import { assignmentsOf } from "./spread.ts"
import { splitTokens } from "./tokens.ts"

export type PlannedReply = {
  /** The frames of each token, in order; what starts and ends a block travels with its first and last token. */
  readonly beats: readonly string[]
  readonly content: readonly unknown[]
  readonly outputTokens: number
  readonly stopReason: string
  readonly stopDetails: unknown
}

type Said = Pick<Step, "blocks" | "stop" | "stopDetails" | "maxTokens">
type Part = { beats: string[]; content: unknown; tokens: number }
type SpokenBlock = Exclude<Block, { type: "spread" }>

/** Prose that no placeholder changes is split into frames once, not per request. */
const prepared = new WeakMap<Said, PlannedReply>()

export function planReply(scene: Scene, request: MessagesRequest): PlannedReply {
  const said = saidIn(scene)
  if (scene.saidAlready !== null) return plan(said, scene, request)
  const known = prepared.get(said)
  if (known !== undefined && known.outputTokens <= request.maxTokens) return known
  const planned = plan(said, scene, request)
  if (planned.stopReason !== "max_tokens" && said.blocks.every(isFixed)) prepared.set(said, planned)
  return planned
}

/** A handover stands before a reply, but not before what is no ordinary one. */
function saidIn({ step, isWaiting, hasFailed, handover }: Scene): Said {
  const said = (isWaiting && step.meanwhile) || (hasFailed && step.onError) || step
  if (handover === null || said.stop !== undefined || said.blocks.length === 0) return said
  return { ...said, blocks: [...handover.blocks, ...said.blocks] }
}

function isFixed(block: Block): boolean {
  if (block.type === "text" || block.type === "thinking") return !hasPlaceholders(block.text)
  return block.type === "raw" || block.type === "redacted_thinking"
}

function plan(said: Said, scene: Scene, request: MessagesRequest): PlannedReply {
  const blocks = afterDraft(offered(spokenOut(said.blocks, scene), request), scene)
  const seed = `${scene.scenario.name} ${scene.stepNumber} ${scene.messageCount} ${scene.userText}`
  const beats: string[] = []
  const content: unknown[] = []
  const limit = Math.min(request.maxTokens, said.maxTokens ?? request.maxTokens)
  let left = limit
  let cut = false
  for (const block of blocks) {
    if (cut) break
    const index = content.length
    const part = partOf(block, index, left, scene, () => `toolu_${fingerprint(`${seed} ${index}`)}`)
    beats.push(...part.beats)
    content.push(part.content)
    cut = part.tokens > left
    left -= Math.min(part.tokens, left)
  }
  const natural = blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn"
  return {
    beats,
    content,
    outputTokens: Math.max(1, limit - left),
    stopReason: cut ? "max_tokens" : (said.stop ?? natural),
    stopDetails: cut ? null : (said.stopDetails ?? null),
  }
}

function spokenOut(blocks: readonly Block[], scene: Scene): readonly SpokenBlock[] {
  return blocks.flatMap((block): readonly SpokenBlock[] => {
    if (block.type !== "spread") return [block]
    return assignmentsOf(block, scene).map((assignment) => ({ type: "tool_use", name: "spawn_agent", input: { assignment } }))
  })
}

/** Whoever goes on after it was stopped says the rest; without a trace of what it had said, all of it. */
function afterDraft(blocks: readonly SpokenBlock[], scene: Scene): readonly SpokenBlock[] {
  const { saidAlready } = scene
  if (saidAlready === null) return blocks
  for (const [at, block] of blocks.entries()) {
    if (block.type !== "text") continue
    const text = fill(block.text, scene)
    const from = text.indexOf(saidAlready)
    if (from < 0) continue
    const rest = text.slice(from + saidAlready.length)
    return rest.trim() === "" && at < blocks.length - 1
      ? blocks.slice(at + 1)
      : [{ type: "text", text: rest }, ...blocks.slice(at + 1)]
  }
  return blocks
}

/** A model cannot call what the request does not offer; it says so instead. */
function offered(blocks: readonly SpokenBlock[], request: MessagesRequest): readonly SpokenBlock[] {
  return blocks.map((block) =>
    block.type !== "tool_use" || block.invented === true || request.tools?.has(block.name) === true
      ? block
      : { type: "text", text: `I would use \`${block.name}\` here, but this request does not offer it.` },
  )
}

function partOf(block: SpokenBlock, index: number, left: number, scene: Scene, toolId: () => string): Part {
  switch (block.type) {
    case "text": {
      const tokens = splitTokens(fill(block.text, scene))
      const kept = tokens.slice(0, left)
      const beats = frames(index, { type: "text", text: "" }, "text_delta", "text", kept, "")
      return { beats, content: { type: "text", text: kept.join(""), citations: null }, tokens: tokens.length }
    }
    case "stream": {
      const tokens = amountOf(block.tokens, scene) * block.times
      const said = Array.from({ length: Math.min(tokens, left) }, (_, at) => proseWords[at % proseWords.length] as string)
      const beats = frames(index, { type: "text", text: "" }, "text_delta", "text", said, "")
      return { beats, content: { type: "text", text: said.join(""), citations: null }, tokens }
    }
    case "thinking": {
      const tokens = splitTokens(fill(block.text, scene))
      const kept = tokens.slice(0, left)
      const thinking = kept.join("")
      const signature = kept.length === tokens.length ? signatureOf(thinking) : ""
      const signed = signature === "" ? "" : delta(index, "signature_delta", "signature", signature)
      const beats = frames(index, { type: "thinking", thinking: "", signature: "" }, "thinking_delta", "thinking", kept, signed)
      return { beats, content: { type: "thinking", thinking, signature }, tokens: tokens.length }
    }
    case "tool_use": {
      const input = fillInput(block.input, scene)
      const tokens = splitTokens(JSON.stringify(input))
      const kept = tokens.slice(0, left)
      const opened = { type: "tool_use", id: toolId(), name: block.name, input: {} }
      const beats = frames(index, opened, "input_json_delta", "partial_json", kept, "")
      return { beats, content: { ...opened, input: kept.length === tokens.length ? input : {} }, tokens: tokens.length }
    }
    case "redacted_thinking":
      return whole(index, { type: "redacted_thinking", data: block.data })
    case "raw":
      return whole(index, block.value)
  }
}

function whole(index: number, content: unknown): Part {
  return { beats: [`${start(index, content)}${stop(index)}`], content, tokens: 1 }
}

function frames(index: number, opened: unknown, type: string, field: string, tokens: readonly string[], last: string): string[] {
  const beats = tokens.map((token) => delta(index, type, field, token))
  if (beats.length === 0) return [`${start(index, opened)}${last}${stop(index)}`]
  beats[0] = start(index, opened) + beats[0]
  beats[beats.length - 1] += last + stop(index)
  return beats
}

function start(index: number, content: unknown): string {
  return `event: content_block_start\ndata: {"type":"content_block_start","index":${index},"content_block":${JSON.stringify(content)}}\n\n`
}

/** Words come again and again: hundreds of streams share their frames instead of holding each its own. */
const REMEMBERED_FRAMES = 2_000
const deltas = new Map<string, string>()

function delta(index: number, type: string, field: string, text: string): string {
  const key = `${index} ${type} ${text}`
  const known = deltas.get(key)
  if (known !== undefined) return known
  const frame = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${field}":${JSON.stringify(text)}}}\n\n`
  if (deltas.size < REMEMBERED_FRAMES && text.length <= 16) deltas.set(key, frame)
  return frame
}

function stop(index: number): string {
  return `event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`
}
