// Owns: the order append → publish: what counts, what is on disk, and who is told of either. Publishing before append would show the user what
// a crash then forgets; only what can be had again at no cost, the result of a read, counts while it is still on its way to the disk (ADR 6).
import type { Recorded, World } from "@kibitz/contract"
import { transcriptOf } from "@kibitz/domain"
import { type Clock, type Journal, type Log, type NewEntry, StorageFailure } from "@kibitz/ports"
import type { Audited } from "./decider.ts"
import { no, type Outcome } from "./outcome.ts"

/** Sees what is on disk, in order. Must not throw and must not dispatch synchronously into the same flush: dispatching only queues. */
export type Listener = (batch: readonly Recorded[], world: World) => void

/** Long enough for a quick reply to share the transaction, too short for a person to wait. */
const NOTED_MS = 8
const TRY_AGAIN_MS = 1_000

export class Publisher {
  /** Told of everything once it is on disk. */
  readonly listeners = new Set<Listener>()
  /** Told of everything as soon as it counts. */
  readonly heeders = new Set<Listener>()
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #log: Log
  #world: World
  #published: World
  #noted: Audited[] = []
  #cancelWriting: (() => void) | null = null
  readonly #writeNoted = (): void => this.#writeWhatIsNoted()

  constructor(journal: Journal, clock: Clock, log: Log, world: World) {
    this.#journal = journal
    this.#clock = clock
    this.#log = log
    this.#world = world
    this.#published = world
  }

  /** Everything that counts. */
  get world(): World {
    return this.#world
  }

  /** Everything that is on disk. */
  get published(): World {
    return this.#published
  }

  /** What counts and is not on disk. */
  get noted(): readonly Audited[] {
    return this.#noted
  }

  /** Writes these after what is noted, in one transaction, and tells everybody. Returns why nothing was written; null if all was. */
  commit(recorded: readonly Audited[], after: World): Outcome | null {
    const written = this.#noted.length === 0 ? recorded : [...this.#noted, ...recorded]
    const failure = this.#append(written)
    if (failure) return failure
    this.#noted = []
    this.#world = after
    this.#published = after
    this.#tell(this.listeners, written)
    this.#tell(this.heeders, recorded)
    return null
  }

  /** These count from now on, and are written soon. */
  note(recorded: readonly Audited[], after: World): void {
    this.#world = after
    this.#noted.push(...recorded)
    this.#cancelWriting ??= this.#clock.after(NOTED_MS, this.#writeNoted)
    this.#tell(this.heeders, recorded)
  }

  /** Writes what is noted, once: nobody is there to try again. */
  close(): void {
    this.#cancelWriting?.()
    this.#writeWhatIsNoted()
    this.#cancelWriting?.()
  }

  /** Nothing came along to share a transaction with. */
  #writeWhatIsNoted(): void {
    this.#cancelWriting = null
    const written = this.#noted
    if (written.length === 0) return
    if (this.#append(written)) {
      this.#cancelWriting = this.#clock.after(TRY_AGAIN_MS, this.#writeNoted)
      return
    }
    this.#noted = []
    this.#published = this.#world
    this.#tell(this.listeners, written)
  }

  #append(written: readonly Audited[]): Outcome | null {
    try {
      this.#journal.append(written.map(entryOf))
    } catch (cause) {
      this.#log.error("the journal could not be written", cause)
      const why = cause instanceof StorageFailure ? cause.message : "The journal could not be written."
      return no("storage-failed", `${why} Nothing was changed.`)
    }
    this.#cancelWriting?.()
    this.#cancelWriting = null
    return null
  }

  /** The audit log is not sent along: those who want it read it from the disk. */
  #tell(audience: ReadonlySet<Listener>, audited: readonly Audited[]): void {
    const recorded = audited.map((one) => one.recorded)
    for (const listener of audience) {
      try {
        listener(recorded, this.#world)
      } catch (cause) {
        this.#log.error("a listener failed", cause)
      }
    }
  }
}

function entryOf({ recorded, audit }: Audited): NewEntry {
  return { ...recorded, transcriptOf: transcriptOf(recorded.event), ...(audit ? { audit } : {}) }
}
