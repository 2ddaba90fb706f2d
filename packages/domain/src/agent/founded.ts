// Owns: a new agent, made of the slices that the concepts own.
import {
  type Agent,
  defaultPosture,
  type EventOf,
  emptyRoom,
  freshRun,
  type Instant,
  projectWorkspaceId,
  slicesAtFirst,
} from "@kibitz/contract"
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
    standing: { kind: "open" },
    run: freshRun,
    due: null,
    waits: event.assignment === undefined ? "nothing" : null,
    whenDone: event.whenDone ?? "wait",
    supervision: "restart-one",
    evidence: { at, what: "added" },
    progress: null,
    tally: noTally,
    rehearsal: event.rehearsal === true,
    presence: null,
    absence: awaySince(at, 0),
    ...slicesAtFirst,
    posture: event.posture ?? defaultPosture,
    // What its parent was told by strangers may be in the assignment (T15).
    taintedAt: parent?.taintedAt ?? null,
    limitUsd: event.limitUsd ?? null,
    workspaceId: event.workspaceId ?? parent?.workspaceId ?? projectWorkspaceId,
  }
}
