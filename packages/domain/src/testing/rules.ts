import type { Rules } from "../kernel/concept.ts"
import { evolve } from "../record.ts"
import { decide } from "../world.ts"

/** What a rule that runs other commands is given. */
export const rules: Rules = {
  decide,
  evolve: (world, event, at) => evolve(world, { seq: world.seq + 1, at, event }),
}
