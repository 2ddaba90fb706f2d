// Owns: what time makes of an agent's line: the last thing that proves it alive and how long ago that was, and where it stands while a wait runs out. By
// itself wherever it is shown, so that nothing else is drawn anew because time passes.
import type { AgentId, AgentStatus } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { useAgent, useWorldNow } from "../session/session-context.ts"
import { useTold } from "../ui/clock.ts"
import { evidenceLine, standingLine, statusLine } from "./status-copy.ts"

/** "replied 12 s ago" */
export function Evidence({ agentId }: { agentId: AgentId }) {
  const evidence = useAgent(agentId, (agent) => agent.evidence)
  return useTold((now) => (evidence ? evidenceLine({ evidence }, now) : ""))
}

/** As its sign says it. `isOwn`: of the agent itself, where what it asks is told beside it. */
export function Standing({ agentId, status, isOwn = false }: { agentId: AgentId; status: AgentStatus; isOwn?: boolean }) {
  const worldNow = useWorldNow()
  return useTold((now) => {
    const world = worldNow()
    const agent = world && findAgent(world, agentId)
    if (!world || !agent) return ""
    return (isOwn ? statusLine : standingLine)(world, agent, status, now)
  })
}
