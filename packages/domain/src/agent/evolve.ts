import { type Agent, defaultPosture, type EventOf, type Instant, noUsage } from "@kibitz/contract"

export function founded(event: EventOf<"agent.founded">, at: Instant, parent: Agent | undefined): Agent {
  return {
    id: event.agentId,
    name: event.name,
    parentId: event.parentId,
    childIds: [],
    createdAt: at,
    assignment: event.assignment ?? null,
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
    progress: null,
    commitments: [],
    // What its parent was told by strangers may be in the assignment (T15).
    taintedAt: parent?.taintedAt ?? null,
    silenced: false,
    lastTurn: null,
    recentMessages: [],
    spell: 0,
  }
}

type OwnEvent = EventOf<"agent.budgeted" | "agent.progressed" | "commitment.added">

export function evolveAgent(agent: Agent, event: OwnEvent): Agent {
  switch (event.type) {
    case "agent.budgeted":
      return { ...agent, limitUsd: event.limitUsd }
    case "agent.progressed":
      return { ...agent, progress: { percent: event.percent, note: event.note } }
    case "commitment.added":
      return { ...agent, commitments: [...agent.commitments, event.commitment] }
  }
}
