// Owns: the shape of every identifier, and those that several concepts know. Ids are made by the `ids` port, never here.
import { z } from "zod"

/** For the id of one concept, which its folder declares. */
export const idOf = <Brand extends string>(brand: Brand) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, `a ${brand} is 1 to 64 letters, digits, _ or -`)
    .brand<Brand>()

export const AgentId = idOf("AgentId")
export type AgentId = z.infer<typeof AgentId>
export const MessageId = idOf("MessageId")
export type MessageId = z.infer<typeof MessageId>
export const TurnId = idOf("TurnId")
export type TurnId = z.infer<typeof TurnId>
/** Doubles as the tool_use id in what is sent to the model, so that two calls can never share one. */
export const CallId = idOf("CallId")
export type CallId = z.infer<typeof CallId>

export const ItemId = idOf("ItemId")
export type ItemId = z.infer<typeof ItemId>
export const GrantId = idOf("GrantId")
export type GrantId = z.infer<typeof GrantId>

export const WorkspaceId = idOf("WorkspaceId")
export type WorkspaceId = z.infer<typeof WorkspaceId>

/** Position in the journal. The first event is 1; 0 means "before everything". */
export const Seq = z.int().nonnegative()
export type Seq = z.infer<typeof Seq>

/** The root of the tree has a fixed id, so that scripts can speak to it without asking first. */
export const jakeId: AgentId = AgentId.parse("jake")
