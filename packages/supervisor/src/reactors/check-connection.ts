import type { Recorded } from "@kibitz/contract"
import type { Model } from "@kibitz/ports"
import type { Report } from "./report.ts"

/** Answers "does this key work?" once each time it is asked. */
export function checkConnection(model: Model, report: Report): { follow(batch: readonly Recorded[]): void; stop(): void } {
  let current = new AbortController()
  return {
    follow(batch) {
      for (const { event } of batch) {
        if (event.type !== "connection.changed" || event.connection.check?.result !== "running") continue
        // The answer about an earlier key must not be taken for one about this.
        current.abort()
        const mine = new AbortController()
        current = mine
        void model.check(mine.signal).then((outcome) => {
          if (mine.signal.aborted) return
          report({
            type: "connection.record-check",
            outcome: outcome.ok ? { result: "ok", models: [...outcome.models] } : { result: "failed", failure: outcome.failure },
          })
        })
      }
    },
    stop: () => current.abort(),
  }
}
