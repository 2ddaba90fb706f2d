// Owns: the processes of one run as one thing: how many they are, asking them to end, ending them.
import {
  type Census,
  censusBelow,
  censusInside,
  descendants,
  endFirst,
  firstChild,
  marked,
  signalAll,
  signalGroup,
  startedAt,
  yieldToOthers,
} from "./process-tree.ts"

export type Tree = {
  census(most: number): Census
  ask(): void
  /** Answers whether nobody can be left of those it knows. */
  kill(): boolean
}

const nobody: Census = { processes: 0, memoryBytes: () => 0 }

/** Of something that could not be started. */
export const noTree: Tree = { census: () => nobody, ask: () => undefined, kill: () => true }

/** In a PID namespace. `pid` is the starter: it is not asked to end, for its end would be the end of everything at once. */
export function containedTree(pid: number): Tree {
  let known: number | null = null
  let hasYielded = false
  const first = () => {
    known ??= firstChild(pid)
    return known
  }
  const kill = () => {
    const inner = first()
    if (inner === null) signalAll([pid], "SIGKILL")
    else endFirst(inner)
    return true
  }
  return {
    census() {
      const inner = first()
      if (inner !== null && !hasYielded) hasYielded = yieldToOthers(inner)
      return inner === null ? nobody : censusInside(inner)
    },
    ask() {
      const inner = first()
      const commands = inner === null ? [] : descendants(inner)
      // It has not begun yet: there is nobody who could tidy up.
      if (commands.length === 0) kill()
      else signalAll(commands, "SIGTERM")
    },
    kill,
  }
}

/** Without walls: its group, all below it, and whoever carries its mark. */
export function openTree(pid: number, mark: string): Tree {
  const begun = startedAt(pid) ?? 0
  return {
    census: (most) => censusBelow(pid, most),
    ask: () => signalGroup(pid, "SIGTERM"),
    kill() {
      const below = descendants(pid)
      signalGroup(pid, "SIGKILL")
      const strays = marked(mark, begun)
      signalAll([...below, ...strays.pids], "SIGKILL")
      return strays.pids.length === 0 && !strays.unsure
    },
  }
}
