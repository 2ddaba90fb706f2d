// Owns: the world as the journal keeps it: made again at the start, and saved now and then, so that little has to be folded then.
import type { Seq, World, WorldSnapshot } from "@kibitz/contract"
import { emptyWorld, evolve, snapshotOf, worldFrom, worldShape } from "@kibitz/domain"
import type { Journal, JournalReader, Log } from "@kibitz/ports"

/** How much of the journal may have to be folded again at the next start. */
const SAVE_WORLD_EVERY = 2_000

/** The world as the journal tells it, and the last event of it that did not have to be folded. */
export function rebuild(journal: JournalReader, log: Log): { world: World; savedAt: Seq } {
  const saved = journal.savedWorld()
  let world = emptyWorld
  if (saved && saved.shape === worldShape() && saved.seq <= journal.last()) {
    try {
      world = worldFrom(JSON.parse(saved.json) as WorldSnapshot)
    } catch {
      log.warn("the saved world could not be read; folding the journal from the start")
    }
  }
  const savedAt = world.seq
  for (const recorded of journal.since(savedAt)) world = evolve(world, recorded)
  return { world, savedAt }
}

/** Only ever given a world that is on disk to its last event. */
export class WorldSaver {
  readonly #journal: Journal
  readonly #log: Log
  #savedAt: Seq

  constructor(journal: Journal, log: Log, savedAt: Seq) {
    this.#journal = journal
    this.#log = log
    this.#savedAt = savedAt
  }

  isDue({ seq }: World): boolean {
    return seq - this.#savedAt >= SAVE_WORLD_EVERY
  }

  /** Unless it is saved already. */
  save(world: World): void {
    if (world.seq <= this.#savedAt) return
    try {
      this.#journal.saveWorld({ seq: world.seq, shape: worldShape(), json: JSON.stringify(snapshotOf(world)) })
      this.#savedAt = world.seq
    } catch (cause) {
      this.#log.warn("the world could not be saved; the next start will take longer", { cause: String(cause) })
    }
  }
}
