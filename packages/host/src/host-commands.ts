// Owns: which part of the host carries out a command that is not the supervisor's.
import type { HostCommand } from "@kibitz/contract"
import type { Log } from "@kibitz/ports"
import type { Outcome } from "@kibitz/supervisor"
import type { ConnectionKeeper } from "./credentials.ts"
import type { Machine } from "./machine.ts"

type Parts = { readonly connection: ConnectionKeeper; readonly machine: Machine; readonly log: Log }

export async function carryOut(command: HostCommand, { connection, machine, log }: Parts): Promise<Outcome> {
  try {
    switch (command.type) {
      case "key.offer":
        return await connection.offerKey(command)
      case "key.forget":
        return await connection.forgetKey()
      case "sandbox.probe":
        return await machine.probeSandbox()
      case "audit.verify":
        return await machine.verifyAudit("all")
      case "workspace.open-worktree":
        return await machine.openWorktree(command)
      case "journal.reload":
        return { rejection: { kind: "unavailable", message: "This Kibitz runs the project: what it shows is always current." } }
    }
  } catch (cause) {
    log.error("a command of the host failed", cause, { command: command.type })
    throw cause
  }
}
