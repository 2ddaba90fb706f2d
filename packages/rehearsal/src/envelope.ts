// Owns: what stands around the content: ids, usage, the first and the last frames of a stream, the whole message without one.
import type { Scene } from "./choose.ts"
import { fingerprint } from "./fingerprint.ts"
import type { PlannedReply } from "./reply.ts"
import type { MessagesRequest } from "./request.ts"
import { estimateTokens } from "./tokens.ts"

export type InputUsage = { input_tokens: number; cache_creation_input_tokens: number; cache_read_input_tokens: number }

/** With caching asked for, everything but the last message counts as read from the cache; without, nothing does. */
export function inputUsage(request: MessagesRequest, bodyBytes: number): InputUsage {
  const all = Math.max(1, estimateTokens(bodyBytes))
  if (!request.cached) return { input_tokens: all, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const uncached = Math.min(3, all)
  const fresh = request.messages.length === 1 ? all - uncached : Math.min(all - uncached, lastMessageTokens(request))
  return { input_tokens: uncached, cache_creation_input_tokens: fresh, cache_read_input_tokens: all - uncached - fresh }
}

function lastMessageTokens(request: MessagesRequest): number {
  return estimateTokens(JSON.stringify(request.messages.at(-1)).length)
}

export function messageId(scene: Scene): string {
  return `msg_${fingerprint(`${scene.scenario.name} ${scene.stepNumber} ${scene.messageCount} ${scene.userText}`)}`
}

export function headFrames(id: string, request: MessagesRequest, usage: InputUsage): string {
  const message = {
    id,
    type: "message",
    role: "assistant",
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
  const start = { type: "message_start", message: { ...message, usage: { ...usage, output_tokens: 1 } } }
  return `event: message_start\ndata: ${JSON.stringify(start)}\n\nevent: ping\ndata: {"type":"ping"}\n\n`
}

export function tailFrames(reply: PlannedReply, usage: InputUsage): string {
  const delta = {
    type: "message_delta",
    delta: { stop_reason: reply.stopReason, stop_sequence: null, stop_details: reply.stopDetails },
    usage: { ...usage, output_tokens: reply.outputTokens },
  }
  return `event: message_delta\ndata: ${JSON.stringify(delta)}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`
}

export function wholeMessage(id: string, request: MessagesRequest, reply: PlannedReply, usage: InputUsage): string {
  return JSON.stringify({
    id,
    type: "message",
    role: "assistant",
    model: request.model,
    content: reply.content,
    stop_reason: reply.stopReason,
    stop_sequence: null,
    stop_details: reply.stopDetails,
    usage: { ...usage, output_tokens: reply.outputTokens },
  })
}
