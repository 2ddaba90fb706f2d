/**
 * How many milliseconds of a processor some work takes, whatever else the machine does meanwhile. For tests that tell "at once" from "grows
 * with the square of it": their limits lie far from both. How fast something is belongs into bench/.
 */
export function computingMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
