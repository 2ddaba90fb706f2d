import { z } from "zod"
import { AgentId, ItemId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { ConnectionId, JoinCause, LeaveCause, PaneName } from "./state.ts"

/** A chat is mounted in this pane. What was in the pane before is left first, in the same transaction. */
export const JoinAgent = z.strictObject({
  type: z.literal("presence.join"),
  agentId: AgentId,
  pane: PaneName,
  cause: JoinCause.default("navigate"),
})
/** The pane shows no chat any more. */
export const LeavePane = z.strictObject({
  type: z.literal("presence.leave"),
  pane: PaneName,
  cause: LeaveCause.extract(["zoom-out", "close", "switch", "standing-order"]).default("zoom-out"),
})
/** Whether a window of this client has the focus, and which of its panes has the keys. Decides what is shown in place and what is notified. */
export const SetFocus = z.strictObject({ type: z.literal("focus.set"), window: z.boolean(), pane: PaneName.nullable() })
/** Internal: a client has gone. */
export const LoseConnection = z.strictObject({
  type: z.literal("presence.lose"),
  connection: ConnectionId,
  cause: LeaveCause.extract(["lost", "close", "recovered"]),
})

export const AnswerKnock = z.strictObject({
  type: z.literal("knock.answer"),
  itemId: ItemId,
  answer: z.enum(["join", "not-now", "never"]),
})
/** This agent's team may open a background tab when it knocks. Given by the user, listed, revocable. */
export const SetConsent = z.strictObject({ type: z.literal("consent.set"), agentId: AgentId, given: z.boolean() })
/** Internal: the host says who is connected. */
export const RecordSurfaces = z.strictObject({ type: z.literal("surfaces.record"), surfaces: z.array(Surface) })

export const presenceCommands = {
  client: [JoinAgent, LeavePane, SetFocus, AnswerKnock, SetConsent],
  internal: [LoseConnection, RecordSurfaces],
} as const
