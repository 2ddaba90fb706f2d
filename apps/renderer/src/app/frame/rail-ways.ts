// Owns: where the lists of the rail lead.
import type { AttentionWays } from "../../features/attention/list/attention-list.tsx"
import type { TreeWays } from "../../features/tree/tree-view.tsx"

export type RailWays = AttentionWays & TreeWays

/** As these, and closes the panel that lies over the place one goes to. */
export function closing(ways: RailWays, close: () => void): RailWays {
  const then =
    <Args extends readonly unknown[]>(what: (...args: Args) => void) =>
    (...args: Args) => {
      close()
      what(...args)
    }
  return {
    ...ways,
    open: then(ways.open),
    join: then(ways.join),
    room: then(ways.room),
    split: then(ways.split),
    next: then(ways.next),
    previous: then(ways.previous),
  }
}
