// Owns: what was allowed beyond this once: listed, counted down, and taken back.
import type { CommandOf, Event, EventOf, Grant, Instant, World } from "@kibitz/contract"
import { accept, type Decision, reject } from "../kernel/outcome.ts"
import { isLive } from "./access.ts"

export function decideRevoke(world: World, command: CommandOf<"grant.revoke">): Decision {
  if (!Object.hasOwn(world.grants, command.grantId)) return reject("unknown-item", "That is not allowed any more.")
  return accept({ type: "grants.ended", grantIds: [command.grantId], cause: "revoked" })
}

/** At start: what was allowed for a session has ended with it, and what ran out meanwhile is not listed any more. */
export function endSessionGrants(world: World, at: Instant): Event[] {
  const all = Object.values(world.grants)
  const session = all.filter(({ scope }) => scope === "session")
  const expired = all.filter((grant) => grant.scope !== "session" && !isLive(grant, at))
  return [
    ...(session.length > 0 ? [ended(session, "session-over")] : []),
    ...(expired.length > 0 ? [ended(expired, "expired")] : []),
  ]
}

function ended(grants: readonly Grant[], cause: EventOf<"grants.ended">["cause"]): Event {
  return { type: "grants.ended", grantIds: grants.map(({ id }) => id), cause }
}
