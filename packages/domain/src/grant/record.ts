import { defineRecord } from "../kernel/concept.ts"
import { evolveGrants } from "./evolve.ts"

/** What is kept, folded and shown of grant: all of it that a screen needs. The rules are in module.ts. */
export const grantRecord = defineRecord({
  name: "grant",
  world: { grants: {} },
  events: {
    "grant.given": ({ grants }, event) => ({ grants: evolveGrants(grants, event) }),
    "grant.used": ({ grants }, event) => ({ grants: evolveGrants(grants, event) }),
    "grants.ended": ({ grants }, event) => ({ grants: evolveGrants(grants, event) }),
  },
})
