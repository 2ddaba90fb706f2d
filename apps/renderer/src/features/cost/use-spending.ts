// Owns: what was spent in the chosen stretch, read anew from time to time while it is looked at.

import type { Rejection } from "@kibitz/contract"
import { useEffect, useState } from "react"
import type { Spending } from "../../kernel/replica/cost-report.ts"
import type { Reads } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../kernel/ui/clock.ts"

export type SpendingState = {
  /** null: not there yet. What was there stays while it is read anew. */
  readonly spending: Spending | null
  readonly problem: Rejection | null
  readAgain(): void
}

const AGAIN_MS = 60_000

export function useSpending(hours: number): SpendingState {
  const session = useSession<Reads>()
  const [spending, setSpending] = useState<Spending | null>(null)
  const [problem, setProblem] = useState<Rejection | null>(null)
  const [asked, setAsked] = useState(0)
  const minute = Math.floor(Temporal.Instant.from(useCoarseNow()).epochMilliseconds / AGAIN_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the minute or the wish says so
  useEffect(() => {
    let isOver = false
    void session.cost(hours).then((answer) => {
      if (isOver) return
      if (answer.ok) setSpending(answer.spending)
      setProblem(answer.ok ? null : answer.rejection)
    })
    return () => {
      isOver = true
    }
  }, [session, hours, asked, minute])
  return { spending: spending?.hours === hours ? spending : null, problem, readAgain: () => setAsked((before) => before + 1) }
}
