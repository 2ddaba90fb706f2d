import { type Agent, defaultPosture, type EventOf, emptyRoom, freshRun, type Instant, noUsage, type Run } from "@kibitz/contract"
import { awaySince } from "../presence/absence.ts"
import { nextCell } from "../team/seats.ts"
import { seen } from "../team/seen.ts"
import { canMove } from "../team/standing.ts"
import { noTally } from "../team/tally.ts"

export function founded(event: EventOf<"agent.founded">, at: Instant, parent: Agent | undefined): Agent {
  return {
    id: event.agentId,
    name: event.name,
    parentId: event.parentId,
    childIds: [],
    cell: parent ? nextCell(parent) : 0,
    room: emptyRoom,
    createdAt: at,
    assignment: event.assignment ?? null,
    addressed: false,
    presence: null,
    absence: awaySince(at, 0),
    standing: { kind: "open" },
    run: freshRun,
    due: null,
    waits: event.assignment === undefined ? "nothing" : null,
    notices: [],
    asking: [],
    items: [],
    whenDone: event.whenDone ?? "wait",
    supervision: "restart-one",
    verification: null,
    evidence: { at, what: "added" },
    knockAfter: null,
    tally: noTally,
    posture: event.posture ?? defaultPosture,
    pendingSteers: [],
    afterUnit: {},
    model: null,
    turn: null,
    trouble: null,
    queue: [],
    usage: noUsage,
    spentUsd: 0,
    spentBelowUsd: 0,
    limitUsd: event.limitUsd ?? null,
    promisedUsd: 0,
    progress: null,
    commitments: [],
    // What its parent was told by strangers may be in the assignment (T15).
    taintedAt: parent?.taintedAt ?? null,
    silenced: false,
    lastTurn: null,
    recentMessages: [],
    spell: 0,
    rehearsal: event.rehearsal === true,
  }
}

/** One that never takes a turn is not told for ever how often somebody looked in. */
const NOTICES = 50

type OwnEvent = EventOf<
  | "agent.budgeted"
  | "agent.progressed"
  | "commitment.added"
  | "agent.moved"
  | "agent.planned"
  | "agent.noticed"
  | "agent.redirected"
  | "agent.recast"
  | "agent.configured"
  | "agent.renamed"
  | "evidence.recorded"
  | "question.parked"
  | "question.left"
>

export function evolveAgent(agent: Agent, event: OwnEvent, at: Instant): Agent {
  switch (event.type) {
    case "agent.budgeted":
      return { ...agent, limitUsd: event.limitUsd }
    case "agent.progressed": {
      const { percent, note } = event
      return seen({ ...agent, progress: { percent, note }, run: risen(agent.run, percent) }, at, "told its progress")
    }
    case "commitment.added":
      return { ...agent, commitments: [...agent.commitments, event.commitment] }
    case "agent.moved":
      // An illegal move changes nothing, whoever wrote it (OPM-7).
      if (!canMove(agent.standing.kind, event.standing.kind)) return agent
      // What agents do to each other is no new beginning: they could go on for ever (OPM-6).
      return { ...agent, standing: event.standing, ...(event.standing.kind === "open" && !event.by ? { run: freshRun } : {}) }
    case "agent.planned":
      return { ...agent, due: event.due, waits: event.waits }
    case "agent.noticed":
      return { ...agent, notices: [...agent.notices, event.notice].slice(-NOTICES) }
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
    case "question.parked":
      return { ...agent, asking: [...agent.asking.filter(({ id }) => id !== event.question.id), event.question] }
    case "question.left":
      return { ...agent, asking: agent.asking.filter(({ id }) => id !== event.itemId) }
  }
}

/** Said with the last words of a unit, it comes after that unit was counted. */
function risen(run: Run, percent: number): Run {
  return percent > run.percent ? { ...run, percent, progressed: true, idle: 0 } : run
}
