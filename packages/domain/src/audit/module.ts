// Owns: how the last check of the audit log ended.
import { defineConcept } from "../kernel/concept.ts"
import { accept } from "../kernel/outcome.ts"
import { auditRecord } from "./record.ts"

export const audit = defineConcept({
  ...auditRecord,
  commands: {
    "audit.record": (_, { ok, entries, problem }) => accept({ type: "audit.verified", ok, entries, problem }),
  },
  audit: {
    "audit.verified": ({ ok, entries, problem }) =>
      // A log that does not hold may be one that cannot be continued; the user has to be told all the same.
      ok ? { kind: "system", rule: "audit", because: problem, facts: { ok, entries } } : null,
  },
})
