// Owns: a world that stands still: what a journal tells, for those who only look. No command is decided here, no reactor listens, no timer runs, and
// what is asked of it is a reader, so that nothing can be written.
import type { World } from "@kibitz/contract"
import type { Clock, JournalReader, Log } from "@kibitz/ports"
import { type Channels, openChannels } from "./publish/channels.ts"
import { rebuild } from "./writer/saved-world.ts"

export type Still = { readonly world: World; readonly channels: Channels }

/** `change`: what is known about it and is not in the journal. */
export function openStill(journal: JournalReader, clock: Clock, log: Log, change: Partial<World> = {}): Still {
  const world: World = { ...rebuild(journal, log).world, ...change }
  const nothing = () => () => {}
  const channels = openChannels(
    { published: () => world, listen: nothing },
    journal,
    { listen: nothing, watch: nothing, current: () => null },
    clock,
  )
  return { world, channels }
}
