import { type Agent, type EventOf, freshRun, type Instant, type Run } from "@kibitz/contract"
import { seen } from "../team/seen.ts"
import { canMove } from "../team/standing.ts"

type OwnEvent = EventOf<
  | "agent.progressed"
  | "agent.moved"
  | "agent.planned"
  | "agent.redirected"
  | "agent.recast"
  | "agent.configured"
  | "agent.renamed"
  | "evidence.recorded"
>

export function evolveAgent(agent: Agent, event: OwnEvent, at: Instant): Agent {
  switch (event.type) {
    case "agent.progressed": {
      const { percent, note } = event
      return seen({ ...agent, progress: { percent, note }, run: risen(agent.run, percent) }, at, "told its progress")
    }
    case "agent.moved":
      // An illegal move changes nothing, whoever wrote it (OPM-7).
      if (!canMove(agent.standing.kind, event.standing.kind)) return agent
      // What agents do to each other is no new beginning: they could go on for ever (OPM-6).
      return { ...agent, standing: event.standing, ...(event.standing.kind === "open" && !event.by ? { run: freshRun } : {}) }
    case "agent.planned":
      return { ...agent, due: event.due, waits: event.waits }
    case "agent.redirected": {
      const run: Run = event.by ? { ...freshRun, woken: true } : freshRun
      // What it promised was about the work it is not to do any more.
      return { ...agent, assignment: event.assignment, run, progress: null, commitments: [], verification: null }
    }
    case "agent.recast":
      return {
        ...agent,
        rehearsal: false,
        // What was said to it was said to a script.
        addressed: false,
        run: freshRun,
        due: null,
        waits: agent.assignment === null ? "nothing" : null,
        notices: [],
        progress: null,
        commitments: [],
        verification: null,
        trouble: null,
        lastTurn: null,
        taintedAt: null,
      }
    case "agent.configured": {
      const { whenDone = agent.whenDone, supervision = agent.supervision, mayKnock } = event
      return { ...agent, whenDone, supervision, ...(mayKnock === undefined ? {} : { silenced: !mayKnock, knockAfter: null }) }
    }
    case "agent.renamed":
      return { ...agent, name: event.name }
    case "evidence.recorded":
      return seen(agent, at, event.what)
  }
}

/** Said with the last words of a unit, it comes after that unit was counted. */
function risen(run: Run, percent: number): Run {
  return percent > run.percent ? { ...run, percent, progressed: true, idle: 0 } : run
}
