// Holds a history against the rehearsal's strict reading of the API: one reading for all tests, written apart from what repairs.
import type { ContentBlock } from "@kibitz/contract"
import { historyFault } from "@kibitz/rehearsal/history"
import type { HistoryMessage, HistoryUserBlock } from "../../kernel/history-message.ts"
import { asRequest } from "../request.ts"

/** Why the API would refuse a request with this history; null when it would not. */
export function requestFault(messages: readonly HistoryMessage[], isPaused = false): string | null {
  return historyFault(
    asRequest(messages, isPaused).map(({ role, content }) => ({ role, content: content.map((block) => inApiWords(block)) })),
  )
}

function inApiWords(block: ContentBlock | HistoryUserBlock): unknown {
  switch (block.type) {
    case "opaque":
      return block.value
    case "tool_result":
      return { type: block.type, tool_use_id: block.callId, content: block.output, is_error: block.isError }
    default:
      return block
  }
}
