// Owns: the rules of all concepts as one: what is decided, what it changes, and what is shown and written down of it. Holds no rule itself.
import { concepts } from "./concepts.ts"
import { worldOf } from "./kernel/registry.ts"
import { findAgent } from "./team/agents.ts"

/** Raise it when a saved world of the version before can no longer be read; the journal is then folded from the start. */
export const WORLD_SHAPE = 12

export const { decide, evolve, emptyWorld, transcriptOf, foldTranscript, auditOf, historyOf, lean, lookupsOf, preparationsOf } =
  worldOf(concepts, (world, id) => findAgent(world, id)?.posture ?? null)
