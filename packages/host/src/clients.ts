// Owns: connecting a client to a running host: it gets a gateway, counts among the surfaces, and is seen to come and go.
import type { ClientCommand, Surface, WireMessage } from "@kibitz/contract"
import type { Origin } from "@kibitz/domain"
import type { Channels, Outcome } from "@kibitz/supervisor"
import type { Disk } from "./disk.ts"
import { type Gateway, type GatewayNeeds, type HostConnection, openGateway, type ShellDoor } from "./gateway.ts"
import type { HostOptions } from "./host.ts"
import type { Machine } from "./machine.ts"
import type { Visitors } from "./presence.ts"

export type ClientNeeds = {
  readonly gateways: OpenGateways
  /** What a client is told about the app, beside its own surface. */
  readonly facts: Pick<HostOptions, "version" | "workspace" | "dataDir">
  readonly channels: Channels
  readonly files: GatewayNeeds["files"]
  readonly disk: Disk
  readonly machine: Machine
  readonly visitors: Visitors
  readonly dispatch: (command: ClientCommand, origin: Origin) => Promise<Outcome>
}

/** The gateways that are open. They exist before there is anything to connect to: a full disk is met while starting. */
export class OpenGateways {
  private readonly gateways = new Set<Gateway>()

  add(gateway: Gateway): () => void {
    this.gateways.add(gateway)
    return () => this.gateways.delete(gateway)
  }

  renew(): void {
    for (const gateway of this.gateways) gateway.renew()
  }
}

export function connectClient(
  needs: ClientNeeds,
  surface: Surface,
  send: (message: WireMessage) => void,
  shell: ShellDoor | undefined,
): HostConnection {
  const facts = { ...needs.facts, surface }
  const app = () => {
    const fullDisk = needs.disk.state()
    return fullDisk === null ? facts : { ...facts, fullDisk }
  }
  const gone = needs.machine.connected(surface)
  const visitor = needs.visitors.came(surface)
  const origin = { actor: "user", surface, connection: visitor.connection } as const
  const gateway = openGateway({
    channels: needs.channels,
    dispatch: (command, card) => needs.dispatch(command, { ...origin, card }),
    files: needs.files,
    describe: (snapshot) => (snapshot.kind === "world" ? { ...snapshot, app: app() } : snapshot),
    send,
    shell,
  })
  const forget = needs.gateways.add(gateway)
  return {
    ...gateway,
    close(how) {
      forget()
      gone()
      visitor.gone(how)
      gateway.close()
    },
  }
}
