// Owns: how amounts and lengths of time are written.
import { figure } from "@kibitz/contract"

export const formatCount = figure

/** 950, 1.2k, 34k, 1.2M: for places where the order of magnitude is what matters. */
export function formatShort(count: number): string {
  if (count < 1000) return `${count}`
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`
  if (count < 999_500) return `${Math.round(count / 1000)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** 0:42, 12:05, 1:02:03 */
export function formatElapsed(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const seconds = `${total % 60}`.padStart(2, "0")
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours > 0 ? `${hours}:${`${minutes}`.padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`
}

const HOUR_MS = 3_600_000

/** A limit of time, as one would say it: 30:00, 8 h, 7 days. */
export function formatLimit(ms: number): string {
  if (ms >= 48 * HOUR_MS && ms % (24 * HOUR_MS) === 0) return `${ms / (24 * HOUR_MS)} days`
  return ms >= 2 * HOUR_MS && ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : formatElapsed(ms)
}

/** How long something lasts or is over: only whole seconds, minutes and hours that have passed count, as in `formatElapsed`. 42 s, 7 min, 2 h */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** What is left of a wait, never less than a second while there is any. */
export function formatWait(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

export function formatDuration(ms: number): string {
  if (ms < 950) return `${Math.max(1, Math.round(ms))} ms`
  return ms < 59_500 ? `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s` : formatElapsed(ms)
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[’'.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
}

export function words(count: number): string {
  return count === 1 ? "1 word" : `${formatCount(count)} words`
}

/** How long somebody stayed: 40 s, 7 min, 2 h. */
export function formatStay(ms: number): string {
  return formatWait(Math.max(1000, ms))
}

/** How long ago something was: "just now" below two seconds, then "12 s ago". */
export function formatAgo(ms: number): string {
  return ms < 2000 ? "just now" : `${formatAge(ms)} ago`
}
