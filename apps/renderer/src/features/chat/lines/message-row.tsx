// Owns: the frame of one line of the conversation: who speaks on the left, what is said on the right.
import type { Instant } from "@kibitz/contract"
import type { ReactNode } from "react"
import { formatTime } from "../../../kernel/ui/clock.ts"
import "./row.css"

type MessageRowProps = {
  speaker: string
  isYou?: boolean
  isFirst: boolean
  at?: Instant
  /** Shown on hover and focus, before the time. */
  facts?: ReactNode
  /** Said when pointing at the time. */
  timeTitle?: string
  className?: string
  children: ReactNode
}

export function MessageRow({ speaker, isYou = false, isFirst, at, facts, timeTitle, className = "", children }: MessageRowProps) {
  return (
    <article
      className={`row ${isFirst ? "row-first" : ""} ${isYou ? "row-you" : ""} ${className}`}
      aria-label={`${speaker}${at ? `, ${formatTime(at)}` : ""}`}
    >
      <div className="row-speaker" aria-hidden>
        {isFirst && speaker}
      </div>
      <div className="row-body">{children}</div>
      <div className="row-facts">
        {facts}
        {at && (
          <time dateTime={at} title={timeTitle}>
            {formatTime(at)}
          </time>
        )}
      </div>
    </article>
  )
}
