// Owns: whether a process that was written down is still the one that runs under that number (F19).
import { readFileSync } from "node:fs"

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Numbers are used again; when the process began, and since which start of the computer, is not. Null where the system does not tell. */
export function birthOf(pid: number): string | null {
  if (process.platform !== "linux") return null
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    const facts = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name of the program stands in parentheses and may hold anything; what is counted comes after it.
    const began = facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19]
    return began === undefined ? null : `${boot} ${began}`
  } catch {
    return null
  }
}
