// Owns: what is true of one call, for folding and for rules alike. Decides nothing: screens load it.
import { type Call, type CallResult, capabilities, type Effect } from "@kibitz/contract"

export function isOpen(call: Call): boolean {
  return call.status === "allowed" || call.status === "asked"
}

/**
 * From the network, directly or through files that a tainted agent has changed: no one has vouched for it (T15). What lies in the project's own
 * folder is the user's own doing.
 */
export function bringsStrangersWords(call: Call, { unread }: Pick<CallResult, "unread">, amongTainted: boolean): boolean {
  if (unread) return false
  if (call.status === "allowed" && call.confinement?.network) return true
  const declared = (capabilities as Record<string, { effect: Effect; external: boolean } | undefined>)[call.capability]
  return declared?.effect === "network" || (amongTainted && declared?.external === true)
}
