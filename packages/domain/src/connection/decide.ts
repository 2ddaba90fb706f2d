import type { CommandOf, Connection, Instant, World } from "@kibitz/contract"
import { accept, type Decision } from "../outcome.ts"

export function decideRecord(world: World, command: CommandOf<"connection.record">): Decision {
  const { type: _, ...found } = command
  const now = world.connection
  const same =
    now.using === found.using &&
    now.keySource === found.keySource &&
    now.keyHint === found.keyHint &&
    now.protection === found.protection
  // A check that was running when the app died will never answer.
  const check = same && now.check?.result !== "running" ? now.check : null
  if (same && check === now.check) return accept()
  return changed({ ...found, check })
}

export function decideCheck(world: World): Decision {
  if (world.connection.check?.result === "running") return accept()
  return changed({ ...world.connection, check: { result: "running" } })
}

export function decideRecordCheck(world: World, command: CommandOf<"connection.record-check">, at: Instant): Decision {
  if (world.connection.check?.result !== "running") return accept()
  return changed({ ...world.connection, check: { ...command.outcome, at } })
}

function changed(connection: Connection): Decision {
  return accept({ type: "connection.changed", connection })
}
