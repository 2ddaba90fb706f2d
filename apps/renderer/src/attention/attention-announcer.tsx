// Owns: what a screen reader hears of what waits: one sentence, at most every ten seconds (ux 7.5). Nothing is announced as it leaves.
import type { AttentionItem } from "@kibitz/contract"
import { useEffect, useRef } from "react"
import { nameOf } from "../agents/agent-names.ts"
import { useWorldNow } from "../app/session-context.ts"
import { needsYou } from "./attention-copy.ts"

const PAUSE_MS = 10_000

export function AttentionAnnouncer({ items }: { items: readonly AttentionItem[] }) {
  const worldNow = useWorldNow()
  const region = useRef<HTMLDivElement>(null)
  const said = useRef<ReadonlySet<string>>(new Set())
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (items.length === 0) {
      said.current = new Set()
      // Whoever reads on this page later must not find what is no longer so.
      if (region.current) region.current.textContent = ""
      return
    }
    const fresh = items.filter(({ id }) => !said.current.has(id))
    if (fresh.length === 0) return
    const say = () => {
      const world = worldNow()
      if (!world || !region.current) return
      region.current.textContent = needsYou(
        fresh.map(({ agentId }) => nameOf(world, agentId)),
        items.length,
      )
      said.current = new Set(items.map(({ id }) => id))
      lastAt.current = performance.now()
    }
    const wait = Math.max(0, lastAt.current + PAUSE_MS - performance.now())
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [items, worldNow])
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label="Who needs you" />
}
