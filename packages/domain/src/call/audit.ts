// Owns: what the audit log says about calls: why each was allowed, asked for or refused, and what came of it.
import type { AgentId, EventOf, JsonObject, World } from "@kibitz/contract"
import { bounded, sha256Of, type Told } from "../kernel/audit-line.ts"
import { findAgent } from "../team/agents.ts"
import { elsewhere, headOf } from "../workspace/workspaces.ts"

const EXCERPT = 500

export function tellJudged(event: EventOf<"call.asked" | "call.allowed" | "call.blocked">, world: World): Told {
  const { agentId, callId, capability, input, verdict } = event
  const { effect, rule, because, ...more } = verdict
  const approvedBy = event.type === "call.allowed" && event.approvedBy ? { approvedBy: event.approvedBy } : {}
  const decision = event.type === "call.asked" ? "ask" : effect
  const facts = { decision, capability, input: bounded(input), ...placeOf(world, agentId), ...more, ...approvedBy } as JsonObject
  return { kind: "decision", agentId, callId, rule, because, facts }
}

/** The commit it was decided on, and the workspace where that is not the project's own folder. */
function placeOf(world: World, agentId: AgentId): JsonObject {
  const agent = findAgent(world, agentId)
  return agent ? { head: headOf(world, agent), ...elsewhere(agent) } : { head: null }
}

export function tellRun({ agentId, callId, result }: EventOf<"call.finished">, world: World): Told {
  const { ok, output, bytes, durationMs, exitCode, spool } = result
  const agent = findAgent(world, agentId)
  const call = agent?.turn?.calls.find(({ id }) => id === callId)
  const facts = {
    capability: call?.capability ?? "",
    input: bounded(call?.input ?? null),
    ok,
    bytes,
    durationMs: Math.round(durationMs * 1000) / 1000,
    sha256: result.sha256 ?? sha256Of(output),
    excerpt: output.length > EXCERPT ? `${output.slice(0, EXCERPT)}…`.toWellFormed() : output,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(spool === undefined ? {} : { spool }),
    ...(agent ? elsewhere(agent) : {}),
  }
  return { kind: "receipt", agentId, callId, rule: "run", because: ok ? "It ran." : "It ran and failed.", facts }
}
