// Owns: which processes hosts that were killed have left behind (I5). Linux only: /proc is asked.
import { readdirSync, readFileSync, readlinkSync } from "node:fs"

/**
 * Processes younger than this one whose working folder, arguments or environment name `folder`, except the `live` host and what it started. Older ones, such
 * as the shell that gave this benchmark its folder, were not started by a host that it killed.
 */
export function survivorsOf(folder: string, live: number): string[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        const about = `${readlinkSync(`/proc/${pid}/cwd`)} ${command} ${readFileSync(`/proc/${pid}/environ`, "utf8")}`
        return about.includes(folder) && isYounger(pid) && !isBelow(pid, live) ? [`${pid} ${command.slice(0, 200)}`] : []
      } catch {
        // It has ended meanwhile, or is somebody else's.
        return []
      }
    })
}

/** One that has ended meanwhile throws. The dead that nobody has asked about yet show no arguments and are not found at all. */
function isBelow(pid: number, above: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === above) return true
  return false
}

function isYounger(pid: number): boolean {
  return startOf(pid) >= startOf(process.pid)
}

const parentOf = (pid: number) => fieldOf(pid, 4)
/** In ticks of the clock since the machine started. */
const startOf = (pid: number) => fieldOf(pid, 22)

/** `number`: as in the manual of proc, which counts from one. */
function fieldOf(pid: number, number: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name is the second field and may hold anything, spaces and brackets too.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[number - 3])
}
