// Owns: the list of concepts, each with the commands it takes and the events it writes. command.ts and event.ts are made of it.
import type { z } from "zod"
import { agentCommands } from "./agent/commands.ts"
import { agentEvents } from "./agent/events.ts"
import { approvalCommands } from "./approval/commands.ts"
import { approvalEvents } from "./approval/events.ts"
import { attentionCommands } from "./attention/commands.ts"
import { attentionEvents } from "./attention/events.ts"
import { auditCommands } from "./audit/commands.ts"
import { auditEvents } from "./audit/events.ts"
import { callCommands } from "./call/commands.ts"
import { callEvents } from "./call/events.ts"
import { capabilityCommands } from "./capability/commands.ts"
import { connectionCommands } from "./connection/commands.ts"
import { connectionEvents } from "./connection/events.ts"
import { costCommands } from "./cost/commands.ts"
import { costEvents } from "./cost/events.ts"
import { grantCommands } from "./grant/commands.ts"
import { grantEvents } from "./grant/events.ts"
import { messageCommands } from "./message/commands.ts"
import { messageEvents } from "./message/events.ts"
import { postureCommands } from "./posture/commands.ts"
import { postureEvents } from "./posture/events.ts"
import { presenceCommands } from "./presence/commands.ts"
import { presenceEvents } from "./presence/events.ts"
import { questionCommands } from "./question/commands.ts"
import { questionEvents } from "./question/events.ts"
import { readOnlyCommands } from "./read-only/commands.ts"
import { sandboxCommands } from "./sandbox/commands.ts"
import { sandboxEvents } from "./sandbox/events.ts"
import { sessionCommands } from "./session/commands.ts"
import { settingsCommands } from "./settings/commands.ts"
import { settingsEvents } from "./settings/events.ts"
import { slashCommands } from "./slash/commands.ts"
import { slashEvents } from "./slash/events.ts"
import { turnCommands } from "./turn/commands.ts"
import { turnEvents } from "./turn/events.ts"
import { verificationEvents } from "./verification/events.ts"
import { workspaceCommands } from "./workspace/commands.ts"
import { workspaceEvents } from "./workspace/events.ts"

export const concepts = [
  { commands: agentCommands, events: agentEvents },
  { commands: costCommands, events: costEvents },
  { commands: presenceCommands, events: presenceEvents },
  { commands: questionCommands, events: questionEvents },
  { commands: slashCommands, events: slashEvents },
  { commands: attentionCommands, events: attentionEvents },
  { commands: approvalCommands, events: approvalEvents },
  { commands: connectionCommands, events: connectionEvents },
  { commands: grantCommands, events: grantEvents },
  { commands: sandboxCommands, events: sandboxEvents },
  { commands: workspaceCommands, events: workspaceEvents },
  { commands: auditCommands, events: auditEvents },
  { commands: readOnlyCommands },
  { commands: settingsCommands, events: settingsEvents },
  { commands: postureCommands, events: postureEvents },
  { commands: sessionCommands },
  { commands: turnCommands, events: turnEvents },
  { commands: callCommands, events: callEvents },
  { commands: capabilityCommands },
  { commands: messageCommands, events: messageEvents },
  { events: verificationEvents },
] as const

type Schema = z.ZodObject<{ type: z.ZodLiteral<string> }>
/** host: carried out by the host. client: may come over the wire too. internal: only from Kibitz itself. */
type Commands = { readonly [From in "host" | "client" | "internal"]?: readonly Schema[] }
type Listed = { readonly commands?: Commands; readonly events?: readonly Schema[] }

type One = (typeof concepts)[number]
type CommandsOf<From> = One extends infer C
  ? C extends { readonly commands: { readonly [F in From & string]: readonly (infer S)[] } }
    ? S
    : never
  : never
type Events = One extends infer C ? (C extends { readonly events: readonly (infer S)[] } ? S : never) : never

export function commandsOf<From extends keyof Commands>(from: From): readonly [CommandsOf<From>, ...CommandsOf<From>[]] {
  const all: readonly Listed[] = concepts
  return all.flatMap(({ commands }) => commands?.[from] ?? []) as never
}

export function eventsOf(): readonly [Events, ...Events[]] {
  const all: readonly Listed[] = concepts
  return all.flatMap(({ events = [] }) => events) as never
}
