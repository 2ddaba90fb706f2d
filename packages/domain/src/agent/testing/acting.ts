// What tests about agents and their children let agents do.
import { type AgentId, type Json, noUsage, type Usage } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"

export const app = { actor: "app", surface: null } as const
/** Costs 1.50 dollars. */
export const costly: Usage = { ...noUsage, outputTokens: 100_000 }

export function spawnCall(input: Json) {
  return { name: "spawn_agent", input }
}

/** Lets every allowed call of Kibitz's own go through, as the engine does. */
export function apply(run: Replay, agentId: AgentId): void {
  const { turn } = run.agent(agentId)
  for (const call of turn?.calls ?? []) {
    if (call.status === "allowed") run.must({ type: "call.apply", agentId, turnId: turn?.id as never, callId: call.id }, app)
  }
}

/** Its turn ends with these words. */
export function finish(run: Replay, agentId: AgentId, text: string, usage: Usage = noUsage): void {
  const turnId = run.agent(agentId).turn?.id as never
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf([{ type: "text", text }], "end_turn", usage) }, app)
}

/** A provider is asked, so that replies cost something. */
export function paying(): Replay {
  const run = replayWithJake()
  const connection = { using: "provider", keySource: "environment", keyHint: null, protection: "none" } as const
  run.must({ type: "connection.record", ...connection }, app)
  return run
}

/** Jake has started one child, and has finished his own turn. */
export function payingWithChild(): Replay {
  const run = paying()
  const jake = run.agent().id
  run.proposes(jake, spawnCall({ name: "Ed", assignment: "x" }))
  apply(run, jake)
  finish(run, jake, "started")
  return run
}

export function childOf(run: Replay): AgentId {
  return run.agent().childIds[0] as AgentId
}
