// Owns: what is done about a full disk (F12): the reserve is given back so that what is under way can be saved, everybody is told, and as soon as the
// reserve can be set aside again all goes on. Does not own: who is held up meanwhile (engine), how it is said (screens).
import type { Reserve } from "@kibitz/adapters/system"
import { type FullDisk, toInstant } from "@kibitz/contract"
import type { Clock, Log } from "@kibitz/ports"

export type DiskNeeds = {
  readonly reserve: Reserve
  readonly clock: Clock
  readonly log: Log
  /** Told with every change. */
  changed(): void
}

export type Disk = {
  /** For the journal: called when it found no room; says whether there is some now. */
  makeRoom(): boolean
  /** Null while there is room. */
  state(): FullDisk | null
  close(): void
}

/** Nobody waits for it: a start has better things to do with the disk. */
const SET_ASIDE_MS = 10_000
const LOOK_AGAIN_MS = 5_000
/** With this much a few more things can be saved, though not enough for all to go on. */
const SOME_BYTES = 1024 * 1024

export function watchDisk({ reserve, clock, log, changed }: DiskNeeds): Disk {
  let state: FullDisk | null = null
  let isClosed = false
  let cancel = clock.after(SET_ASIDE_MS, () => void reserve.fill())

  function lookAgain(): void {
    if (isClosed) return
    cancel = clock.after(LOOK_AGAIN_MS, async () => {
      const isFilled = await reserve.fill()
      if (isClosed) return
      if (!isFilled) {
        lookAgain()
        if (state && reserve.left() >= SOME_BYTES) become({ ...state, canSave: true })
        return
      }
      log.info("there is room on the disk again")
      state = null
      changed()
    })
  }

  function become(next: FullDisk): void {
    if (state?.canSave === next.canSave) return
    const isFirst = state === null
    state = next
    log.warn("the disk is full", { canSave: next.canSave })
    if (isFirst) {
      cancel()
      lookAgain()
    }
    // Not from within a transaction: whoever is told reads the journal.
    queueMicrotask(() => isClosed || changed())
  }

  return {
    makeRoom() {
      const canSave = reserve.free()
      become({ since: state?.since ?? toInstant(clock.now()), canSave })
      return canSave
    },
    state: () => state,
    close() {
      isClosed = true
      cancel()
    },
  }
}
