// Owns: what a screen reader hears of what waits: one sentence, at most every ten seconds (ux 7.5). Nothing is announced as it leaves, and what is
// only to be read is no need of the user's. What stops the line is said at once, by its banner.
import { useEffect, useMemo, useRef } from "react"
import { nameOf } from "../../../kernel/agents/agent-names.ts"
import { useOrder } from "../../../kernel/attention/use-order.ts"
import { useWorldNow } from "../../../kernel/session/session-context.ts"
import { needsYou } from "../../../kernel/words/attention-copy.ts"
import { type Needed, neededIn, newlyNeeded } from "./announced.ts"

const PAUSE_MS = 10_000

export function AttentionAnnouncer() {
  const order = useOrder()
  const needed = useMemo(() => neededIn(order), [order])
  const region = useRef<HTMLDivElement>(null)
  useSaid(needed, region)
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label="Who needs you" />
}

function useSaid(needed: readonly Needed[], region: React.RefObject<HTMLDivElement | null>): void {
  const worldNow = useWorldNow()
  const said = useRef<ReadonlySet<string>>(new Set())
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (needed.length === 0) {
      said.current = new Set()
      // Whoever reads on this page later must not find what is no longer so.
      if (region.current) region.current.textContent = ""
      return
    }
    const fresh = newlyNeeded(needed, said.current)
    if (fresh.length === 0) return
    const say = () => {
      const world = worldNow()
      if (!world || !region.current) return
      region.current.textContent = needsYou(
        fresh.map((agentId) => nameOf(world, agentId)),
        needed.length,
      )
      said.current = new Set(needed.map(({ id }) => id))
      lastAt.current = performance.now()
    }
    const wait = Math.max(0, lastAt.current + PAUSE_MS - performance.now())
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [needed, region, worldNow])
}
