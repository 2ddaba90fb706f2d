// Owns: who is told that a turn has failed, and whether the agent is started again.
import type { Agent, Event, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { reportUp } from "../message/report-up.ts"
import { getStuck, times } from "../perseverance/stuck.ts"
import { stopsInChat } from "./unit-end.ts"

/**
 * Its parent is told the first time and when nothing more is tried; in between it is only started again (restart-one). isFinal: another try
 * would end the same.
 */
export function tellOfFailure(world: World, agent: Agent, message: string, isFinal: boolean, moment: Moment): Event[] {
  // A provider's own words may end without one.
  const why = /[.!?]$/.test(message) ? message : `${message}.`
  const ended = { ...agent, turn: null }
  const { restarts } = agent.run
  const again = !isFinal && agent.supervision === "restart-one" && restarts < world.settings.limits.restarts
  if (again) {
    const told = restarts > 0 ? [] : reportUp(world, ended, "", `has failed: ${why} Kibitz starts it again`, moment)
    // With the user there it is not started again: it has stopped, and they have to know.
    return [...told, ...stopsInChat(world, ended, why, moment)]
  }
  const tried = restarts === 0 ? "" : ` It was restarted ${times(restarts)}.`
  const detail = `${agent.name} stopped: ${why}${tried} Its transcript is intact.`
  return [
    ...getStuck(ended, { why: "failed", detail }, moment),
    ...reportUp(world, ended, "", `has failed for good: ${why}`, moment),
  ]
}
