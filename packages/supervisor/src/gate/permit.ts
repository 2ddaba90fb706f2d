// Owns: the only place where a Permit is made. It is made from a call that the journal says is allowed, and from nothing else.
import { type AgentId, type Call, CapabilityName } from "@kibitz/contract"
import { bug } from "@kibitz/domain"
import type { Permit } from "@kibitz/ports"

/** `workspace`: the folder that the agent works in; undefined once that is closed. */
export function permitFor(agentId: AgentId, call: Call, workspace: string | undefined): Permit {
  if (workspace === undefined) return bug(`agent ${agentId} has no workspace that call ${call.id} could run in`)
  if (call.status !== "allowed") return bug(`a permit was wanted for call ${call.id}, which is ${call.status}`)
  const capability = CapabilityName.parse(call.capability)
  const confinement = call.confinement ?? null
  return { callId: call.id, agentId, capability, input: call.input, workspace, confinement } as unknown as Permit
}
