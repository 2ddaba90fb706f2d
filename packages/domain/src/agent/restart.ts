// Owns: that whoever had stopped and goes on by itself is told that Kibitz was gone meanwhile (OPM-11). A turn that was in flight is told
// where it goes on (turn/decide).
import type { Event, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { noticed } from "../presence/decide.ts"
import { restartedLine } from "../presence/lines.ts"
import { allAgents } from "../team/agents.ts"

/** Once, however often Kibitz is started before it goes on. */
export function tellOfRestart(world: World, moment: Moment): Event[] {
  return allAgents(world)
    .filter(({ due, turn, notices }) => due && !turn && !notices.some(({ note }) => note === "restarted"))
    .map((agent) => noticed(agent, "restarted", restartedLine(moment.at, null), moment))
}
