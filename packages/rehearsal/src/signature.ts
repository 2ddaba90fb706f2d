// Owns: the rehearsal's stand-in for a thinking signature: enough to notice that a client sent back something else than it got.
import { fingerprint } from "./fingerprint.ts"

export function signatureOf(thinking: string): string {
  return `rehearsal-${fingerprint(thinking)}`
}
