// Owns: which calls may move a workspace to another commit.
import type { CapabilityName, EventOf, World } from "@kibitz/contract"
import type { Look } from "../kernel/looks.ts"
import { findAgent } from "../team/agents.ts"

const movesHead: ReadonlySet<string> = new Set<CapabilityName>(["bash", "git_commit"])

/** A waiting approval is bound to the commit it was asked at (T23): after such a call the commit is read again, after others it is not. */
export function headsAfter({ agentId, callId }: EventOf<"call.finished">, _world: World, before: World): readonly Look[] {
  const call = findAgent(before, agentId)?.turn?.calls.find(({ id }) => id === callId)
  return call && movesHead.has(call.capability) ? [{ kind: "heads", agentIds: [agentId] }] : []
}
