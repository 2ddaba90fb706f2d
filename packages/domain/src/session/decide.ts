// Owns: what holds only while Kibitz is open: what ends with it, and what a start finds left over from the last one.
import type { CommandOf, World } from "@kibitz/contract"
import { endSessionGrants } from "../grant/decide.ts"
import { accept, type Decision, type Moment } from "../outcome.ts"
import { beginSessionPosture } from "../posture/start.ts"
import { everybodyLeaves } from "../presence/decide.ts"
import { setAside } from "../turn/crashes.ts"

/** It ends so when one closes Kibitz. A crash says nothing, and is known by that at the next start. */
export function decideSession(world: World, { type }: CommandOf<"session.begin" | "session.end">, moment: Moment): Decision {
  if (type === "session.end") return accept(...everybodyLeaves(world, "quit", moment), ...setAside(world))
  return accept(
    ...everybodyLeaves(world, "recovered", moment),
    ...beginSessionPosture(world),
    ...endSessionGrants(world, moment.at),
  )
}
