// Owns: what a model reads of its calls: their results, and why one was not made.
import type { EventOf } from "@kibitz/contract"
import { fenced } from "../gate/fence.ts"
import type { HistoryMessage } from "../kernel/history-message.ts"

export function resultHistory(event: EventOf<"call.finished">): HistoryMessage[] {
  return [toolResult(event.callId, readable(event), !event.result.ok)]
}

export function blockedHistory({ callId, verdict }: EventOf<"call.blocked">): HistoryMessage[] {
  return [toolResult(callId, verdict.because, true)]
}

/** What comes from outside is fenced, so that it cannot speak as the user or as Kibitz (T15). */
function readable({ agentId, result }: EventOf<"call.finished">): string {
  const { output, fence, source = "a tool" } = result
  return fence === undefined || output === "" ? output : fenced({ output, fence, source, agent: agentId })
}

function toolResult(callId: string, output: string, isError: boolean): HistoryMessage {
  return { role: "user", content: [{ type: "tool_result", callId, output: output === "" ? "(no output)" : output, isError }] }
}
