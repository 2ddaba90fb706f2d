// Owns: the moment now, as the screen shows it: one timer for all who tell how long something lasts, is over or is still to come, none while nobody does.
// Whoever takes a time of their own tells another age of the same thing than the one beside them. And how a time is written: all
// that is shown goes through here, so that the clock has 12 or 24 hours everywhere, as the user's locale has it.
import { fromInstant, type Instant, toInstant } from "@kibitz/contract"
import { useSyncExternalStore } from "react"
import { once } from "./once.ts"

/** Where a project is only looked at, as it was then, nothing grows older: the clock stands. */
let still: number | null = null

export function stopClockAt(instant: Instant | null): void {
  const before = still
  still = instant === null ? null : fromInstant(instant).epochMilliseconds
  if (still === before) return
  tick()
  tickCoarse()
}

function nowMs(): number {
  return still ?? Temporal.Now.instant().epochMilliseconds
}

/** Often enough that no second is left out. */
const TICK_MS = 500
const readers = new Set<() => void>()
let now = nowMs()
let nowText: Instant | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** Calls when the moment that is shown is another. Returns how to end it. */
export function onTick(reader: () => void): () => void {
  readers.add(reader)
  if (readers.size === 1) {
    tick()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    readers.delete(reader)
    if (readers.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = nowMs()
  nowText = null
  for (const reader of readers) reader()
}

/** The moment that all on the screen is told by: the same for everybody until the next tick. */
export function shownNow(): Instant {
  freshen()
  nowText ??= toInstant(Temporal.Instant.fromEpochMilliseconds(now))
  return nowText
}

/** While nobody is called, nobody turns the clock. */
function freshen(): void {
  if (readers.size > 0) return
  now = nowMs()
  nowText = null
}

/** What `tell` says of the moment that is shown: drawn anew only when that is something else. */
export function useTold<Told extends string | number | boolean | null>(tell: (now: Instant) => Told): Told {
  const read = () => tell(shownNow())
  return useSyncExternalStore(onTick, read, read)
}

/** Milliseconds since `instant`, in whole seconds; negative while it is still to come. */
export function useMsSince(instant: Instant | null): number {
  const begin = instant === null ? 0 : fromInstant(instant).epochMilliseconds
  const read = () => {
    if (instant === null) return 0
    freshen()
    return Math.floor((now - begin) / 1000) * 1000
  }
  return useSyncExternalStore(instant === null ? subscribeNever : onTick, read, read)
}

const COARSE_MS = 10_000
const coarseReaders = new Set<() => void>()
let coarse = nowInstant()
let coarseTimer: ReturnType<typeof setInterval> | undefined

function subscribeCoarse(reader: () => void): () => void {
  coarseReaders.add(reader)
  if (coarseReaders.size === 1) {
    coarse = nowInstant()
    coarseTimer = setInterval(tickCoarse, COARSE_MS)
  }
  return () => {
    coarseReaders.delete(reader)
    if (coarseReaders.size === 0) clearInterval(coarseTimer)
  }
}

function tickCoarse(): void {
  coarse = nowInstant()
  for (const one of coarseReaders) one()
}

const readCoarse = () => coarse

/** Now, but only every ten seconds: enough to notice a silence and to put things in order, cheap with any number of agents. No age is told by it. */
export function useCoarseNow(): Instant {
  return useSyncExternalStore(subscribeCoarse, readCoarse, readCoarse)
}

/** As it is, for what is noted down or decided; what is shown is told by `shownNow`. */
export function nowInstant(): Instant {
  return toInstant(Temporal.Instant.fromEpochMilliseconds(nowMs()))
}

function subscribeNever(): () => void {
  return () => {}
}

const minutes = { hour: "numeric", minute: "2-digit" } as const
const day = { day: "numeric", month: "short" } as const
const exactly = { ...minutes, second: "2-digit" } as const
// Making the first of them takes longer than the first picture may, and that shows no time.
const formatter = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(undefined, options))
const timeOnly = formatter(minutes)
const dayAndTime = formatter({ ...day, ...minutes })
const exactTime = formatter(exactly)
const dayAndExactTime = formatter({ ...day, ...exactly })
const onTheClock = formatter({ ...minutes, timeZone: "UTC" })

export function formatTime(instant: Instant): string {
  return (isToday(instant) ? timeOnly : dayAndTime)().format(fromInstant(instant).epochMilliseconds)
}

/** To the second, for what is looked up. */
export function formatExactTime(instant: Instant): string {
  return (isToday(instant) ? exactTime : dayAndExactTime)().format(fromInstant(instant).epochMilliseconds)
}

/** A time of every day, kept as "22:00". */
export function formatTimeOfDay(time: string): string {
  const { hour, minute } = Temporal.PlainTime.from(time)
  return onTheClock().format(Date.UTC(2000, 0, 1, hour, minute))
}

function isToday(instant: Instant): boolean {
  const zone = Temporal.Now.timeZoneId()
  return fromInstant(instant).toZonedDateTimeISO(zone).toPlainDate().equals(Temporal.Now.plainDateISO(zone))
}
