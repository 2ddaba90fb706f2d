// Owns: the two lists of what can be asked of Kibitz. A client (screen, rpc, web) may send only a ClientCommand; the rest is how
// reactors report, and the wire cannot express it.
import { z } from "zod"
import { FoundAgent } from "./agent/commands.ts"
import { FinishCall } from "./call/commands.ts"
import { CheckConnection, ForgetKey, OfferKey, RecordCheck, RecordConnection } from "./connection/commands.ts"
import { EditMessage, ReleaseMessage, SendMessage, WithdrawMessage } from "./message/commands.ts"
import { ChangeSettings } from "./settings/commands.ts"
import { DelayTurn, FailTurn, InterruptTurn, RecordReply, RecoverTurn, RetryStep, RetryTurn, StopTurn } from "./turn/commands.ts"

export const ClientCommand = z.discriminatedUnion("type", [
  SendMessage,
  EditMessage,
  WithdrawMessage,
  ReleaseMessage,
  InterruptTurn,
  RetryTurn,
  ChangeSettings,
  OfferKey,
  ForgetKey,
  CheckConnection,
])
export type ClientCommand = z.infer<typeof ClientCommand>
/** What a client writes: fields with defaults may be left out. */
export type ClientCommandInput = z.input<typeof ClientCommand>

export const InternalCommand = z.discriminatedUnion("type", [
  FoundAgent,
  RecordReply,
  DelayTurn,
  RetryStep,
  FailTurn,
  StopTurn,
  RecoverTurn,
  FinishCall,
  RecordConnection,
  RecordCheck,
])
export type InternalCommand = z.infer<typeof InternalCommand>

/** What decide sees: everything but the two that carry or concern the key itself, which end in the host. */
export type Command = Exclude<ClientCommand, { type: "key.offer" | "key.forget" }> | InternalCommand
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>
