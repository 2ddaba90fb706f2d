import type { EventOf, GrantId, World } from "@kibitz/contract"

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
