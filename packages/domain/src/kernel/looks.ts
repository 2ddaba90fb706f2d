// Owns: what has to be looked at on the machine, as data: before a command is decided, or after an event. The host looks and tells the world; a
// command is decided once what was found is in the world.
import type { AgentId, ItemId } from "@kibitz/contract"

export type Look =
  /** The commits that these agents' workspaces are at. */
  | { readonly kind: "heads"; readonly agentIds: readonly AgentId[] }
  /** What is at these paths, for an approval that waits for the user. `root`: absolute path of the folder they start in. */
  | { readonly kind: "survey"; readonly itemId: ItemId; readonly root: string; readonly paths: readonly string[] }
  | { readonly kind: "sandbox" }
  | { readonly kind: "audit" }
