import type { CommandOf, Connection, World } from "@kibitz/contract"
import { accept, type Decision, type Moment } from "../kernel/outcome.ts"
import { connectionFails, connectionWorks, providerChanged } from "./trouble-over.ts"

export function decideRecord(world: World, command: CommandOf<"connection.record">, moment: Moment): Decision {
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
  const isAnother = now.using !== found.using || now.keySource !== found.keySource || now.keyHint !== found.keyHint
  return accept(
    { type: "connection.changed", connection: { ...found, check } },
    ...(isAnother ? providerChanged(world, moment) : []),
  )
}

export function decideCheck(world: World): Decision {
  if (world.connection.check?.result === "running") return accept()
  const connection: Connection = { ...world.connection, check: { result: "running" } }
  return accept({ type: "connection.changed", connection })
}

export function decideRecordCheck(world: World, command: CommandOf<"connection.record-check">, moment: Moment): Decision {
  if (world.connection.check?.result !== "running") return accept()
  const { outcome } = command
  const connection = { ...world.connection, check: { ...outcome, at: moment.at } }
  const follows =
    outcome.result === "ok" ? connectionWorks(world, outcome.models, moment) : connectionFails(world, outcome.failure, moment)
  return accept({ type: "connection.changed", connection }, ...follows)
}
