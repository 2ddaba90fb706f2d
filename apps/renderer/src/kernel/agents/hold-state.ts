import { jakeId, type World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"

/** Whether anybody would be held by "hold all". */
export function isAnybodyActive(world: World): boolean {
  const tally = findAgent(world, jakeId)?.tally
  return tally !== undefined && tally.working + tally.stopped > 0
}

/** How many would go on. One that the provider has parked counts as paused too, but is not let go by the user. */
export function heldCount(world: World): number {
  if (!findAgent(world, jakeId)?.tally.paused) return 0
  return allAgents(world).filter(({ standing }) => standing.kind === "paused").length
}
