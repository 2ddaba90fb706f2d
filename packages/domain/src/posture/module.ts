import type { AgentId, AskedBrief, Event } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { findAgent } from "../team/agents.ts"
import { agentOf, ofAgent } from "../team/of-agent.ts"
import { decideCancelSteer, decideChooseModel, decidePosture } from "./decide.ts"
import { postureRecord } from "./record.ts"
import { type Boundary, steersDue } from "./steer.ts"

export const posture = defineConcept({
  ...postureRecord,
  commands: {
    "posture.change": ofAgent(decidePosture),
    "posture.cancel-steer": ofAgent((_, agent) => decideCancelSteer(agent)),
    "agent.choose-model": ofAgent((_, agent, command) => decideChooseModel(agent, command)),
  },
  followUps: [
    followUp({
      name: "apply what was to change at this boundary",
      stage: "changes",
      on: ["turn.started", "call.finished", "turn.finished", "turn.interrupted", "turn.failed", "agent.progressed"],
      matters: (event, world) => {
        const reached = boundaryAt(event)
        const agent = reached && findAgent(world, reached.agentId)
        return !!agent && (agent.pendingSteers.length > 0 || Object.keys(agent.afterUnit).length > 0)
      },
      find: (events) => events.flatMap((event) => boundaryAt(event) ?? []),
      run: (world, { agentId, at }, _, before) => {
        const ended = at === "unit-end" ? findAgent(before, agentId)?.turn : null
        return ended && !isUnit(ended.brief) ? [] : steersDue(world, agentOf(world, agentId), at)
      },
    }),
  ],
  history: {
    "posture.changed": ({ axis, from, to }) =>
      axis === "surface"
        ? []
        : [{ role: "user", content: [{ type: "text", text: `[Your ${axis} is now ${to}. It was ${from}.]` }] }],
  },
  audit: {
    "posture.changed": ({ agentId, axis, from, to, reason, scope, actor }) => ({
      kind: "transition",
      agentId,
      rule: axis,
      because: reason,
      facts: { axis, from, to, scope, actor },
    }),
    "posture.steer-queued": ({ agentId, steer: { axis, to, scope, reason } }) => ({
      kind: "transition",
      agentId,
      rule: axis,
      because: reason,
      facts: { axis, to, scope, waits: true },
    }),
    "posture.steers-dropped": ({ agentId, axes }) => ({
      kind: "transition",
      agentId,
      rule: "dropped",
      because: "A change that waited was taken back.",
      facts: { axes },
    }),
    "agent.model-chosen": ({ agentId, model }) => ({ kind: "agent", agentId, rule: "model", because: "", facts: { model } }),
  },
})

/** A turn that is apart from the conversation, or in which Kibitz works itself, is no unit of the agent's work. */
function isUnit({ apart, byKibitz }: Pick<AskedBrief, "apart" | "byKibitz">): boolean {
  return !apart && !byKibitz
}

/** Where a change that waits may take effect. */
function boundaryAt(event: Event): { readonly agentId: AgentId; readonly at: Boundary } | null {
  switch (event.type) {
    case "turn.started":
      return event.brief && !isUnit(event.brief) ? null : { agentId: event.agentId, at: "unit-start" }
    case "call.finished":
      return { agentId: event.agentId, at: "tool" }
    case "turn.finished":
    case "turn.interrupted":
    case "turn.failed":
      return { agentId: event.agentId, at: "unit-end" }
    case "agent.progressed":
      return event.milestone ? { agentId: event.agentId, at: "milestone" } : null
    default:
      return null
  }
}
