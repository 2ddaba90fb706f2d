// Owns: how often a page may crash before reloading it again stops being help. Pure; time is an argument.

const CRASHES = 3
const WITHIN_MS = 60_000

export type CrashBudget = {
  /** True: reload it. False: it has crashed too often just now; ask the user. */
  spend(nowMs: number): boolean
}

export function crashBudget(): CrashBudget {
  let recent: number[] = []
  return {
    spend(nowMs) {
      recent = [...recent.filter((at) => nowMs - at < WITHIN_MS), nowMs]
      return recent.length <= CRASHES
    },
  }
}
