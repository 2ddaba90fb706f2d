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

/** Another one after every start of the computer. Null where the system does not tell. */
export function bootId(): string | null {
  if (process.platform !== "linux") return null
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
  } catch {
    return null
  }
}

/** Numbers are used again; when the process began, and since which start of the computer, is not. Null where the system does not tell. */
export function birthOf(pid: number): string | null {
  const boot = bootId()
  if (boot === null) return null
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name of the program stands in parentheses and may hold anything; what is counted comes after it.
    const began = facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19]
    return began === undefined ? null : `${boot} ${began}`
  } catch {
    return null
  }
}
