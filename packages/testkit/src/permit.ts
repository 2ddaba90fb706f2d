import { type AgentId, type CallId, type CapabilityName, type Confinement, type Json, jakeId } from "@kibitz/contract"
import type { Permit } from "@kibitz/ports"

/** For tests of tools only: in the app nothing but supervisor/gate makes a Permit. */
export function testPermit(
  workspace: string,
  capability: CapabilityName,
  input: Json,
  agentId: AgentId = jakeId,
  confinement: Confinement | null = null,
): Permit {
  return { callId: "call_0001" as CallId, agentId, capability, input, workspace, confinement } as unknown as Permit
}
