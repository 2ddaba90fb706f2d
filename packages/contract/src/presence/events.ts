import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { ConnectionId, JoinCause, LeaveCause, PaneKey } from "./state.ts"

/** What a pane shows; null: no chat. */
export const PaneMoved = z.object({
  type: z.literal("pane.moved"),
  pane: PaneKey,
  to: AgentId.nullable(),
  surface: Surface,
})
/** Exactly one for each change, in the agent's transcript and, at its next boundary, in what its model reads. */
export const PresenceJoined = z.object({
  type: z.literal("presence.joined"),
  agentId: AgentId,
  cause: JoinCause,
  surface: Surface,
})
export const PresenceLeft = z.object({
  type: z.literal("presence.left"),
  agentId: AgentId,
  cause: LeaveCause,
  stayedMs: z.number().nonnegative(),
})
export const FocusChanged = z.object({
  type: z.literal("focus.changed"),
  connection: ConnectionId,
  /** null: no window of it has the focus. */
  focus: z.object({ pane: PaneKey.nullable() }).nullable(),
})

export const ConsentSet = z.object({ type: z.literal("consent.set"), agentId: AgentId, given: z.boolean() })
/** Which surfaces are connected right now; nobody connected = nobody can be asked. */
export const SurfacesChanged = z.object({ type: z.literal("surfaces.changed"), surfaces: z.array(Surface) })

export const presenceEvents = [PaneMoved, PresenceJoined, PresenceLeft, FocusChanged, ConsentSet, SurfacesChanged] as const
