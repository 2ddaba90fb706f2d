// Owns: the moment now, as React sees it. One timer for all who show elapsed time; none while nobody does.
import { fromInstant, type Instant } from "@kibitz/contract"
import { useSyncExternalStore } from "react"

const readers = new Set<() => void>()
let now = Temporal.Now.instant().epochMilliseconds
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  if (readers.size === 1) {
    tick()
    timer = setInterval(tick, 500)
  }
  return () => {
    readers.delete(reader)
    if (readers.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = Temporal.Now.instant().epochMilliseconds
  for (const reader of readers) reader()
}

/** Milliseconds since `instant`, in whole seconds; negative while it is still to come. */
export function useMsSince(instant: Instant | null): number {
  const begin = instant === null ? 0 : fromInstant(instant).epochMilliseconds
  return useSyncExternalStore(instant === null ? subscribeNever : subscribe, () => {
    if (instant === null) return 0
    if (readers.size === 0) now = Temporal.Now.instant().epochMilliseconds
    return Math.floor((now - begin) / 1000) * 1000
  })
}

function subscribeNever(): () => void {
  return () => {}
}

const timeOnly = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" })
const dayAndTime = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" })

export function formatTime(instant: Instant): string {
  const zone = Temporal.Now.timeZoneId()
  const moment = fromInstant(instant)
  const isToday = moment.toZonedDateTimeISO(zone).toPlainDate().equals(Temporal.Now.plainDateISO(zone))
  return (isToday ? timeOnly : dayAndTime).format(moment.epochMilliseconds)
}
