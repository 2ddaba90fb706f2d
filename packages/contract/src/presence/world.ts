import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { ConnectionId, Pane, PaneKey } from "./state.ts"

export const PresenceOfWorld = z.object({
  /** What every mounted chat shows, and which windows have the focus (by connection). */
  panes: z.record(PaneKey, Pane),
  focus: z.record(ConnectionId, z.object({ pane: PaneKey.nullable() })),
  /** Rooms whose agents may open a background tab when they knock. */
  consents: z.array(AgentId),
  /** Connected right now; empty = nobody can be asked. */
  surfaces: z.array(Surface),
})
