// Owns: knowing that the screen was locked, and for how long. Going to sleep, being idle and losing the focus are nothing (ux 2.3). macOS and Windows
// say it; Linux says nothing and is asked now and then. Does not own: what is done about it (the screens).

export type LockNeeds = {
  readonly platform: NodeJS.Platform
  locked(): void
  unlocked(lockedMs: number): void
  isLocked(): boolean
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Returns how to stop. */
  every?(ms: number, look: () => void): () => void
}

const LOOK_EVERY_MS = 20_000

export function lockWatch({ every = everySo, ...needs }: LockNeeds): { lock(): void; unlock(): void; close(): void } {
  let since: number | null = null

  function lock(): void {
    if (since !== null) return
    since = needs.now()
    needs.locked()
  }
  function unlock(): void {
    if (since === null) return
    const lockedMs = Math.max(0, needs.now() - since)
    since = null
    needs.unlocked(lockedMs)
  }

  const stop = needs.platform === "linux" ? every(LOOK_EVERY_MS, () => (needs.isLocked() ? lock() : unlock())) : () => {}
  return { lock, unlock, close: stop }
}

function everySo(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms)
  timer.unref()
  return () => clearInterval(timer)
}
