// Owns: what a place shows while it waits (ux 6): nothing at first, then its outline, then why, then a way out.
import { useEffect, useState } from "react"
import "./loading.css"

export type LoadingStage = "nothing" | "outline" | "reason" | "way-out"

/** A flash of an outline is worse than a moment of nothing; a wait without a word is worse than both. */
const begins: readonly (readonly [LoadingStage, number])[] = [
  ["outline", 150],
  ["reason", 2000],
  ["way-out", 10_000],
]

export function loadingStage(waitedMs: number): LoadingStage {
  return begins.findLast(([, from]) => waitedMs >= from)?.[0] ?? "nothing"
}

const outline = ["a", "b", "c", "d", "e", "f", "g", "h"] as const

type LoadingProps = {
  /** What is waited for, as a sentence. */
  reason: string
  wayOut: { readonly name: string; run(): void }
  /** Lines of the outline, eight at most. */
  lines?: number
}

export function Loading(props: LoadingProps) {
  const [stage, setStage] = useState<LoadingStage>("nothing")
  useEffect(() => {
    const timers = begins.map(([next, from]) => setTimeout(() => setStage(next), from))
    return () => timers.forEach(clearTimeout)
  }, [])
  return <LoadingAt stage={stage} {...props} />
}

export function LoadingAt({ stage, reason, wayOut, lines = 5 }: LoadingProps & { stage: LoadingStage }) {
  const isTold = stage === "reason" || stage === "way-out"
  return (
    <div className="loading" aria-busy="true" data-stage={stage}>
      {stage !== "nothing" && (
        <div className="loading-outline" aria-hidden>
          {outline.slice(0, lines).map((line) => (
            <span key={line} />
          ))}
        </div>
      )}
      <p className="loading-reason" role="status">
        {isTold && reason}
      </p>
      {stage === "way-out" && (
        <button type="button" className="button" onClick={wayOut.run}>
          {wayOut.name}
        </button>
      )}
    </div>
  )
}
