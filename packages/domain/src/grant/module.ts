import type { JsonObject } from "@kibitz/contract"
import { showPattern } from "../gate/pattern-text.ts"
import { defineConcept } from "../kernel/concept.ts"
import { decideRevoke } from "./decide.ts"
import { grantRecord } from "./record.ts"

export const grant = defineConcept({
  ...grantRecord,
  commands: { "grant.revoke": decideRevoke },
  audit: {
    "grant.given": (event) => {
      const facts = { ...event.grant, pattern: showPattern(event.grant.pattern) } as unknown as JsonObject
      return { kind: "grant", agentId: event.grant.agentId, rule: event.grant.scope, because: "You allowed it.", facts }
    },
    "grant.used": ({ grantId }) => ({ kind: "grant", rule: "used", because: "A grant was used.", facts: { grantId } }),
    "grants.ended": ({ grantIds, cause }) => ({
      kind: "grant",
      rule: cause,
      because: "A grant has ended.",
      facts: { grantIds },
    }),
  },
})
