// Owns: the lists of what can be asked of Kibitz; each concept has its own. A client (screen, rpc, web) may send only a ClientCommand; the rest
// is how reactors report, and the wire cannot express it.
import { z } from "zod"
import { agentCommands } from "./agent/commands.ts"
import { approvalCommands } from "./approval/commands.ts"
import { attentionCommands } from "./attention/commands.ts"
import { auditCommands } from "./audit/commands.ts"
import { callCommands } from "./call/commands.ts"
import { capabilityCommands } from "./capability/commands.ts"
import { connectionCommands } from "./connection/commands.ts"
import { costCommands } from "./cost/commands.ts"
import { grantCommands } from "./grant/commands.ts"
import { messageCommands } from "./message/commands.ts"
import { postureCommands } from "./posture/commands.ts"
import { presenceCommands } from "./presence/commands.ts"
import { questionCommands } from "./question/commands.ts"
import { readOnlyCommands } from "./read-only/commands.ts"
import { sandboxCommands } from "./sandbox/commands.ts"
import { sessionCommands } from "./session/commands.ts"
import { settingsCommands } from "./settings/commands.ts"
import { slashCommands } from "./slash/commands.ts"
import { turnCommands } from "./turn/commands.ts"
import { workspaceCommands } from "./workspace/commands.ts"

/** End in the host: what concerns the key itself, and what has to look at the machine first. */
const hostCommands = [
  ...connectionCommands.host,
  ...sandboxCommands.host,
  ...auditCommands.host,
  ...readOnlyCommands.host,
  ...workspaceCommands.host,
] as const
export type HostCommand = z.infer<(typeof hostCommands)[number]>
const hostTypes: ReadonlySet<string> = new Set(hostCommands.map(({ shape }) => shape.type.value))

export const ClientCommand = z.discriminatedUnion("type", [
  ...hostCommands,
  ...agentCommands.client,
  ...costCommands.client,
  ...presenceCommands.client,
  ...questionCommands.client,
  ...slashCommands.client,
  ...attentionCommands.client,
  ...approvalCommands.client,
  ...connectionCommands.client,
  ...grantCommands.client,
  ...settingsCommands.client,
  ...postureCommands.client,
  ...turnCommands.client,
  ...messageCommands.client,
  ...workspaceCommands.client,
])
export type ClientCommand = z.infer<typeof ClientCommand>
/** What a client writes: fields with defaults may be left out. */
export type ClientCommandInput = z.input<typeof ClientCommand>

export const InternalCommand = z.discriminatedUnion("type", [
  ...agentCommands.internal,
  ...presenceCommands.internal,
  ...questionCommands.internal,
  ...attentionCommands.internal,
  ...approvalCommands.internal,
  ...connectionCommands.internal,
  ...sandboxCommands.internal,
  ...workspaceCommands.internal,
  ...auditCommands.internal,
  ...sessionCommands.internal,
  ...turnCommands.internal,
  ...callCommands.internal,
  ...capabilityCommands.internal,
])
export type InternalCommand = z.infer<typeof InternalCommand>

export function isHostCommand(command: ClientCommand): command is HostCommand {
  return hostTypes.has(command.type)
}

/** What decide sees. */
export type Command = Exclude<ClientCommand, HostCommand> | InternalCommand
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>
