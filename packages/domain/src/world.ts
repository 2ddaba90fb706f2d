// Owns: the rules of all concepts as one: what is decided, and what is written down of it. Holds no rule itself.
import { concepts } from "./concepts.ts"
import { worldOf } from "./kernel/registry.ts"
import { findAgent } from "./team/agents.ts"

export const { auditOf, decide, historyOf, lookupsOf, preparationsOf } = /* @__PURE__ */ worldOf(
  concepts,
  (world, id) => findAgent(world, id)?.posture ?? null,
)
