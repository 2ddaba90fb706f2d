// Owns: a host whose parts are all open: connecting clients to it, telling shells about it, closing it.
import { type ClientCommand, isHostCommand } from "@kibitz/contract"
import type { Origin } from "@kibitz/domain"
import type { Channels, Outcome, Supervisor } from "@kibitz/supervisor"
import { connectClient, type OpenGateways } from "./clients.ts"
import type { ConnectionKeeper } from "./credentials.ts"
import type { GatewayNeeds } from "./gateway.ts"
import type { Host, HostOptions } from "./host.ts"
import { carryOut } from "./host-commands.ts"
import type { Machine } from "./machine.ts"
import type { Visitors } from "./presence.ts"
import { factTeller } from "./shell-facts.ts"
import type { Storage } from "./storage.ts"
import type { Undo } from "./undo.ts"

export type OpenParts = {
  readonly options: Pick<HostOptions, "version" | "workspace" | "dataDir">
  readonly gateways: OpenGateways
  readonly storage: Storage
  readonly supervisor: Supervisor
  readonly channels: Channels
  readonly files: GatewayNeeds["files"]
  readonly connection: ConnectionKeeper
  readonly machine: Machine
  readonly visitors: Visitors
}

export function runningHost(parts: OpenParts, undo: Undo): Host {
  const { gateways, storage, supervisor, channels, files, connection, machine, visitors } = parts
  const { version, workspace, dataDir } = parts.options
  const { log, disk, announcement } = storage
  const facts = { version, workspace, dataDir }
  let closing = false

  async function dispatch(command: ClientCommand, origin: Origin): Promise<Outcome> {
    // Nobody who came in now would be seen to leave.
    if (closing) return { rejection: { kind: "closing", message: "Kibitz is closing. Nothing was changed." } }
    return isHostCommand(command) ? carryOut(command, { connection, machine, log }) : supervisor.dispatch(command, origin)
  }

  const needs = { facts, gateways, channels, files, disk, machine, visitors, dispatch }
  return {
    connect: (surface, send, shell) => connectClient(needs, surface, send, shell),
    watch(heard) {
      const tell = factTeller(heard)
      tell(supervisor.world())
      return supervisor.listen((_, world) => tell(world))
    },
    announce(as) {
      if (!closing) announcement.make(as)
    },
    isReadOnly: false,
    unknown: null,
    close() {
      closing = true
      return undo.all()
    },
  }
}
