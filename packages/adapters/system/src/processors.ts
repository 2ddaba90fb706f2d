import { availableParallelism } from "node:os"

/** As many as this process may use, which in a container may be fewer than the machine has. */
export function systemProcessors(): number {
  return availableParallelism()
}
