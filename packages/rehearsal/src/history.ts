// Owns: the API's rule that every tool_use is answered in the very next user turn, and nothing else is (A15).
import type { RequestMessage } from "./request.ts"

/** null when all is well. Neighbours of the same role count as one turn, as in the API. */
export function checkPairs(messages: readonly RequestMessage[]): string | null {
  let open = new Set<string>()
  let seen = new Set<string>()
  let role: "user" | "assistant" | null = null
  let textInTurn = false
  for (let m = 0; m < messages.length; m++) {
    const message = messages[m] as RequestMessage
    if (message.role !== role) {
      if (role === "user" && open.size > 0) return unanswered(m, open)
      if (message.role === "assistant") {
        open = new Set()
        seen = new Set()
      }
      role = message.role
      textInTurn = false
    }
    for (let b = 0; b < message.content.length; b++) {
      const block = message.content[b] as RequestMessage["content"][number]
      if (block.type === "tool_use") {
        const id = block.id as string
        if (seen.has(id)) return `messages.${m}.content.${b}: \`tool_use\` ids must be unique`
        seen.add(id)
        open.add(id)
      } else if (block.type === "tool_result") {
        const id = block.tool_use_id as string
        if (!open.delete(id)) {
          return `messages.${m}.content.${b}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
        }
        if (textInTurn) return `messages.${m}.content.${b}: \`tool_result\` blocks must come before other content`
      } else if (role === "user") {
        if (open.size > 0) return unanswered(m, open)
        textInTurn = true
      }
    }
  }
  return open.size > 0 ? unanswered(messages.length, open) : null
}

function unanswered(position: number, open: ReadonlySet<string>): string {
  return `messages.${position - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...open].join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
}
