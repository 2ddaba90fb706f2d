// Owns: the rules of all concepts as one: what is decided, and what is written down of it. Holds no rule itself.
import { concepts } from "./concepts.ts"
import type { Concept } from "./kernel/concept.ts"
import { worldOf } from "./kernel/registry.ts"
import { findAgent } from "./team/agents.ts"

/** The rules with further concepts. */
export function rulesWith(...more: readonly Concept[]) {
  return worldOf([...concepts, ...more], (world, id) => findAgent(world, id)?.posture ?? null)
}

export const { auditOf, callsBegunBy, decide, historyMarkOf, historyOf, looksAfter, lookupsOf, noticesOf, preparationsOf } =
  /* @__PURE__ */ rulesWith()
