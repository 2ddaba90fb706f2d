// Owns: the two lists of what can be asked of Kibitz. A client (screen, rpc, web) may send only a ClientCommand; the rest is how
// reactors report, and the wire cannot express it.
import { z } from "zod"
import {
  ClimbQuestion,
  ConfigureAgent,
  ContinueAgent,
  DismissAgent,
  FoundAgent,
  GoOn,
  HaltAgent,
  RateResult,
  RecastAgent,
  RecordEvidence,
  RecordSilence,
  RedirectAgent,
  RenameAgent,
  ResumeAgent,
  RunSlash,
  SetBudget,
  SetConsent,
  SpawnAgent,
  TidyRoom,
} from "./agent/commands.ts"
import {
  AnswerApproval,
  AnswerKnock,
  AnswerQuestion,
  ArmApproval,
  DeclinePhase,
  ExpireItem,
  MarkSeen,
  SetQuiet,
  SetWake,
  SnoozeItem,
  SurveyApproval,
  WakeItem,
} from "./attention/commands.ts"
import { ApplyCall, FinishCall, HoldCalls, ReleaseCall } from "./call/commands.ts"
import { CheckConnection, ForgetKey, OfferKey, RecordCheck, RecordConnection } from "./connection/commands.ts"
import { ProbeSandbox, RecordAudit, RecordHead, RecordSandbox, RevokeGrant, VerifyAudit } from "./gate/commands.ts"
import { EditMessage, ReleaseMessage, SendMessage, WithdrawMessage } from "./message/commands.ts"
import { BeginSession, CancelSteer, ChangePosture, ChooseModel, EndSession, RecordSurfaces } from "./posture/commands.ts"
import { JoinAgent, LeavePane, LoseConnection, SetFocus } from "./presence/commands.ts"
import { ReloadJournal } from "./read-only/commands.ts"
import { ChangeSettings } from "./settings/commands.ts"
import {
  DelayTurn,
  FailTurn,
  HoldTurn,
  InterruptTurn,
  RecordReply,
  RecoverTurn,
  ReleaseTurn,
  RetryStep,
  RetryTurn,
  StopTurn,
} from "./turn/commands.ts"

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
  ChangePosture,
  CancelSteer,
  ChooseModel,
  SpawnAgent,
  SetBudget,
  RateResult,
  HaltAgent,
  RunSlash,
  ArmApproval,
  AnswerApproval,
  DeclinePhase,
  AnswerQuestion,
  AnswerKnock,
  RevokeGrant,
  ProbeSandbox,
  VerifyAudit,
  ReloadJournal,
  JoinAgent,
  LeavePane,
  SetFocus,
  ResumeAgent,
  DismissAgent,
  RedirectAgent,
  RecastAgent,
  ConfigureAgent,
  RenameAgent,
  TidyRoom,
  GoOn,
  SetConsent,
  SnoozeItem,
  MarkSeen,
  SetQuiet,
  SetWake,
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
  HoldCalls,
  ReleaseCall,
  ApplyCall,
  ExpireItem,
  WakeItem,
  SurveyApproval,
  BeginSession,
  EndSession,
  RecordSurfaces,
  RecordSandbox,
  RecordAudit,
  RecordHead,
  RecordConnection,
  RecordCheck,
  LoseConnection,
  ContinueAgent,
  RecordEvidence,
  RecordSilence,
  ClimbQuestion,
  HoldTurn,
  ReleaseTurn,
])
export type InternalCommand = z.infer<typeof InternalCommand>

/** Ends in the host: what concerns the key itself, and what has to look at the machine first. */
export type HostCommand = Extract<
  ClientCommand,
  { type: "key.offer" | "key.forget" | "sandbox.probe" | "audit.verify" | "journal.reload" }
>
/** What decide sees. */
export type Command = Exclude<ClientCommand, HostCommand> | InternalCommand
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>
