// Owns: what holds only while Kibitz is open: what ends with it, and what a start finds left over from the last one.
import type { CommandOf, Event, Leftover, World } from "@kibitz/contract"
import { setAside } from "../call/crashes.ts"
import { endSessionGrants } from "../grant/decide.ts"
import { accept, type Decision, type Moment } from "../kernel/outcome.ts"
import { beginSessionPosture } from "../posture/start.ts"
import { everybodyLeaves, noticed } from "../presence/decide.ts"
import { leftRunningLine } from "../presence/lines.ts"
import { findAgent } from "../team/agents.ts"

/** It ends so when one closes Kibitz. A crash says nothing, and is known by that at the next start. */
export function decideSession(world: World, command: CommandOf<"session.begin" | "session.end">, moment: Moment): Decision {
  if (command.type === "session.end") return accept(...everybodyLeaves(world, "quit", moment), ...setAside(world))
  return accept(
    ...everybodyLeaves(world, "recovered", moment),
    ...beginSessionPosture(world),
    ...endSessionGrants(world, moment.at),
    ...tellOfLeftovers(world, command.leftovers ?? [], moment),
  )
}

/** The agent decides what to do about it, and its transcript shows it to the user. */
function tellOfLeftovers(world: World, leftovers: readonly Leftover[], moment: Moment): Event[] {
  return [...Map.groupBy(leftovers, ({ agentId }) => agentId)].flatMap(([agentId, those]) => {
    const agent = findAgent(world, agentId)
    return agent ? [noticed(agent, "leftovers", leftRunningLine(moment.at, those), moment)] : []
  })
}
