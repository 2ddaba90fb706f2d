// Owns: what can be asked of Kibitz, out of the list in concepts.ts. A client (screen, rpc, web) may send only a ClientCommand; the rest
// is how reactors report, and the wire cannot express it.
import { z } from "zod"
import { commandsOf } from "./concepts.ts"

/** End in the host: what concerns the key itself, and what has to look at the machine first. */
const hostCommands = commandsOf("host")
export type HostCommand = z.infer<(typeof hostCommands)[number]>
const hostTypes: ReadonlySet<string> = new Set(hostCommands.map(({ shape }) => shape.type.value))

export const ClientCommand = z.discriminatedUnion("type", [...hostCommands, ...commandsOf("client")])
export type ClientCommand = z.infer<typeof ClientCommand>
/** What a client writes: fields with defaults may be left out. */
export type ClientCommandInput = z.input<typeof ClientCommand>

export const InternalCommand = z.discriminatedUnion("type", commandsOf("internal"))
export type InternalCommand = z.infer<typeof InternalCommand>

export function isHostCommand(command: ClientCommand): command is HostCommand {
  return hostTypes.has(command.type)
}

/** What decide sees. */
export type Command = Exclude<ClientCommand, HostCommand> | InternalCommand
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>
