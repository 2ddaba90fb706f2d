// Owns: what was allowed beyond this once: listed, counted down, and taken back.
import type { CommandOf, Event, EventOf, Grant, GrantId, Instant, World } from "@kibitz/contract"
import { isLive } from "../call/access.ts"
import { accept, type Decision, reject } from "../outcome.ts"

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

export function evolveGrants(
  grants: World["grants"],
  event: EventOf<"grant.given" | "grant.used" | "grants.ended">,
): World["grants"] {
  switch (event.type) {
    case "grant.given":
      return event.grant.remaining === 0 ? grants : { ...grants, [event.grant.id]: event.grant }
    case "grant.used": {
      const grant = grants[event.grantId]
      if (!grant || grant.remaining === null) return grants
      if (grant.remaining <= 1) return without(grants, [grant.id])
      return { ...grants, [grant.id]: { ...grant, remaining: grant.remaining - 1 } }
    }
    case "grants.ended":
      return without(grants, event.grantIds)
  }
}

function without(grants: World["grants"], ids: readonly GrantId[]): World["grants"] {
  return Object.fromEntries(Object.entries(grants).filter(([id]) => !ids.includes(id as GrantId))) as World["grants"]
}
