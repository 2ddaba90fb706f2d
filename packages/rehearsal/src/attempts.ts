// Owns: how often one and the same history has been asked, so that a fault can hit the first attempts only.
import { fingerprint } from "./fingerprint.ts"
import type { RequestMessage } from "./request.ts"
import type { Fault } from "./scenario.ts"

const REMEMBERED = 10_000

export type Attempts = { strikes(fault: Fault, scenario: string, messages: readonly RequestMessage[]): boolean }

export function countAttempts(): Attempts {
  const counts = new Map<string, number>()
  return {
    strikes(fault, scenario, messages) {
      if (fault.times === undefined) return true
      const key = fingerprint(`${scenario} ${JSON.stringify(messages)}`)
      const before = counts.get(key) ?? 0
      counts.delete(key)
      counts.set(key, before + 1)
      if (counts.size > REMEMBERED) counts.delete(counts.keys().next().value as string)
      return before < fault.times
    },
  }
}
