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
  /** The command is about to begin: from here on there is somebody who can be counted, and asked to end. */
  begin(): void
  census(most: number): Census
  ask(): void
  /** Answers whether nobody can be left of those it knows. */
  kill(): boolean
}

const nobody: Census = { processes: 0, memoryBytes: () => 0 }

/** Of something that could not be started. */
export const noTree: Tree = { begin: () => undefined, census: () => nobody, ask: () => undefined, kill: () => true }

/**
 * In a PID namespace. `pid` is the starter: it is not asked to end, for its end would be the end of everything at once. Until the sandbox stands, the
 * processes inside see the system's own /proc, and counting there would count everybody.
 */
export function containedTree(pid: number): Tree {
  let first: number | null = null
  let hasYielded = false
  const kill = () => {
    if (first !== null) {
      endFirst(first)
      return true
    }
    const below = descendants(pid)
    signalGroup(pid, "SIGKILL")
    signalAll(below, "SIGKILL")
    return true
  }
  return {
    begin() {
      first = firstChild(pid)
    },
    census() {
      if (first === null) return nobody
      if (!hasYielded) hasYielded = yieldToOthers(first)
      return censusInside(first)
    },
    ask() {
      const commands = first === null ? [] : descendants(first)
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
    begin: () => undefined,
    census: (most) => censusBelow(pid, most),
    ask: () => signalGroup(pid, "SIGTERM"),
    kill() {
      const below = descendants(pid)
      signalGroup(pid, "SIGKILL")
      const strays = marked(mark, begun)
      signalAll([...below, ...strays.found.keys()], "SIGKILL")
      return strays.found.size === 0 && strays.blank.length === 0
    },
  }
}
