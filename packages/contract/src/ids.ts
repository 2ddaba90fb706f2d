// Owns: the shape of every identifier. Ids are made by the `ids` port, never here.
import { z } from "zod"

const id = <Brand extends string>(brand: Brand) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, `a ${brand} is 1 to 64 letters, digits, _ or -`)
    .brand<Brand>()

export const AgentId = id("AgentId")
export type AgentId = z.infer<typeof AgentId>
export const MessageId = id("MessageId")
export type MessageId = z.infer<typeof MessageId>
export const TurnId = id("TurnId")
export type TurnId = z.infer<typeof TurnId>
/** Doubles as the tool_use id in what is sent to the model, so that two calls can never share one. */
export const CallId = id("CallId")
export type CallId = z.infer<typeof CallId>

export const ItemId = id("ItemId")
export type ItemId = z.infer<typeof ItemId>
export const GrantId = id("GrantId")
export type GrantId = z.infer<typeof GrantId>

export const WorkspaceId = id("WorkspaceId")
export type WorkspaceId = z.infer<typeof WorkspaceId>

/** Position in the journal. The first event is 1; 0 means "before everything". */
export const Seq = z.int().nonnegative()
export type Seq = z.infer<typeof Seq>

/** The root of the tree has a fixed id, so that scripts can speak to it without asking first. */
export const jakeId: AgentId = AgentId.parse("jake")
