// Owns: how the last check of the audit log ended.
import { defineRecord } from "../kernel/concept.ts"

/** What is kept, folded and shown of audit: all of it that a screen needs. The rules are in module.ts. */
export const auditRecord = defineRecord({
  name: "audit",
  world: { audit: null },
  events: { "audit.verified": (_, { ok, entries, problem }, at) => ({ audit: { ok, entries, problem, at } }) },
})
