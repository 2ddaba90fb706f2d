import type { Agent, Axis, EventOf, Posture } from "@kibitz/contract"
import { isPower, lesser, withAxis } from "./power.ts"

type PostureEvent = EventOf<"posture.changed" | "posture.steer-queued" | "posture.steers-dropped" | "agent.model-chosen">

export function evolvePosture(agent: Agent, event: PostureEvent): Agent {
  switch (event.type) {
    case "posture.changed":
      return {
        ...agent,
        posture: withAxis(agent.posture, event.axis, event.to),
        // The user's last word on an axis replaces what waited; being lowered from above does not.
        pendingSteers: event.actor === "user" ? without(agent, [event.axis]) : agent.pendingSteers,
        afterUnit: afterUnit(agent, event),
      }
    case "posture.steer-queued":
      return { ...agent, pendingSteers: [...without(agent, [event.steer.axis]), event.steer] }
    case "posture.steers-dropped":
      return { ...agent, pendingSteers: without(agent, event.axes) }
    case "agent.model-chosen":
      return { ...agent, model: event.model }
  }
}

function without(agent: Agent, axes: readonly Axis[]): Agent["pendingSteers"] {
  return agent.pendingSteers.filter(({ axis }) => !axes.includes(axis))
}

function afterUnit(agent: Agent, event: EventOf<"posture.changed">): Agent["afterUnit"] {
  const { [event.axis]: before, ...others } = agent.afterUnit
  const back = backTo(before, event)
  return back === null || back === event.to ? others : { ...others, [event.axis]: back }
}

/** What the axis goes back to after this change; null: it stays. */
function backTo(before: Posture[Axis] | undefined, { axis, actor, scope, from, to }: EventOf<"posture.changed">): string | null {
  if (scope === "for-next-unit") return before ?? from
  // Lowered from above during a unit for which it had been raised: it still goes back to the lower value it had before.
  if (actor !== "user" && isPower(axis) && before !== undefined) return lesser(axis, before, to)
  return null
}
