// A system that shows notices: what stands on the screen, what was ever shown, and the badge.
import type { Notifier, UserNotice } from "@kibitz/ports"

export type RecordingNotifier = Notifier & {
  /** Every notice in the order it was shown, also those that replaced another. */
  readonly shown: readonly UserNotice[]
  standing(): readonly UserNotice[]
  count(): number
  /** Every count the badge was set to. */
  readonly counts: readonly number[]
  readonly summaries: readonly string[]
}

export function recordingNotifier(): RecordingNotifier {
  const shown: UserNotice[] = []
  const counts: number[] = []
  const summaries: string[] = []
  const standing = new Map<string, UserNotice>()
  const show = (notice: UserNotice) => {
    shown.push(notice)
    standing.set(notice.id, notice)
  }
  return {
    shown,
    counts,
    summaries,
    show,
    replace: show,
    clear: () => standing.clear(),
    badge: (count) => void counts.push(count),
    summary: (text) => void summaries.push(text),
    standing: () => [...standing.values()],
    count: () => counts.at(-1) ?? 0,
  }
}
