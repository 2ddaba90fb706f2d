// Owns: what has to be looked at on the machine before a command is decided, as data. The supervisor has it done; what is found is in the
// world when the command is decided.
import type { AgentId, ItemId } from "@kibitz/contract"

export type Preparation =
  /** The commits that these agents' workspaces are at. */
  | { readonly kind: "heads"; readonly agentIds: readonly AgentId[] }
  /** What a deletion that waits for the user would delete. */
  | { readonly kind: "survey"; readonly itemId: ItemId }
  | { readonly kind: "sandbox" }
  | { readonly kind: "audit" }
