// Owns: a new agent, made of the slices that the concepts own.
import { type Agent, defaultPosture, type EventOf, emptyRoom, freshRun, type Instant, noUsage } from "@kibitz/contract"
import { awaySince } from "../presence/absence.ts"
import { nextCell } from "../team/seats.ts"
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
