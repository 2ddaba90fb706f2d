// Owns: unsent text per agent, kept over restarts.
import type { AgentId } from "@kibitz/contract"
import type { Keep } from "../replica/outbox.ts"

const key = (agentId: AgentId) => `kibitz.draft.${agentId}`

export function readDraft(keep: Keep, agentId: AgentId): string {
  try {
    return keep.getItem(key(agentId)) ?? ""
  } catch {
    return ""
  }
}

export function writeDraft(keep: Keep, agentId: AgentId, text: string): void {
  try {
    if (text === "") keep.removeItem(key(agentId))
    else keep.setItem(key(agentId), text)
  } catch {
    // Storage is full or forbidden: the text is still in the field.
  }
}
