// Owns: telling a call that runs from one that is allowed and waits for its turn to run.
import type { Call } from "@kibitz/contract"

export function isRunning(call: Call): boolean {
  return call.status === "allowed" && call.held !== true
}

export function isHeld(call: Call): boolean {
  return call.status === "allowed" && call.held === true
}
