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

/**
 * Whether a process may still use a file that carries its number and was last changed at `changedAt`, in milliseconds. This process does not: it asks before it
 * makes one. A process that was born after the change does not either; it only got the same number.
 */
export function mayUse(pid: number, changedAt: number): boolean {
  if (pid === process.pid || !isAlive(pid)) return false
  const born = bornAt(pid)
  return born === null || born <= changedAt + CLOCK_MS
}

/** The system rounds both times, by up to a second each. */
const CLOCK_MS = 2_000
/** How /proc divides a second, on every Linux. */
const TICKS = 100

function bornAt(pid: number): number | null {
  try {
    const [, booted] = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8")) ?? []
    const began = beganAt(pid)
    return booted === undefined || began === undefined ? null : (Number(booted) + Number(began) / TICKS) * 1_000
  } catch {
    return null
  }
}

/** In ticks since the computer was started. The name of the program stands in parentheses and may hold anything; what is counted comes after it. */
function beganAt(pid: number): string | undefined {
  const facts = readFileSync(`/proc/${pid}/stat`, "utf8")
  return facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19]
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
    const began = beganAt(pid)
    return began === undefined ? null : `${boot} ${began}`
  } catch {
    return null
  }
}
