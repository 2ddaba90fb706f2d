// Owns: looking again and again how many processes a run has and how much memory they hold, and saying so when it is too much (T30).
// The kernel's own limit on processes does not bind root, and one on address space would break every program with a runtime.
import type { RunLimits } from "./limits.ts"
import type { Census } from "./process-tree.ts"
import type { Timer } from "./timing.ts"

/** Most commands are over before the first look. */
const FIRST_LOOK_MS = 25
const LONGEST_MS = 200
/** From here on a closer look is worth its price. */
const MANY = 50

export function watchOver(
  census: (most: number) => Census,
  limits: RunLimits,
  timer: Timer,
  exceeded: (because: string) => void,
): () => void {
  let pause = FIRST_LOOK_MS
  let before = 0
  let cancel = timer.after(pause, look)

  function look(): void {
    const { processes, memoryBytes } = census(limits.processes + 1)
    if (processes > limits.processes) return exceeded(`it had too many processes (more than ${limits.processes})`)
    const isGrowing = processes > MANY && processes > before * 1.1
    before = processes
    const held = isGrowing ? 0 : memoryBytes()
    if (held > limits.memoryBytes) {
      return exceeded(`it took too much memory (more than ${Math.round(limits.memoryBytes / 2 ** 20).toLocaleString("en")} MB)`)
    }
    const isCalm = processes < MANY && held < limits.memoryBytes / 4
    pause = isCalm ? Math.min(LONGEST_MS, pause * 1.25) : FIRST_LOOK_MS
    cancel = timer.after(pause, look)
  }

  return () => cancel()
}
