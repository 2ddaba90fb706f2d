import type { Agent, EventOf, Instant, World } from "@kibitz/contract"
import { awaySince, spentWith } from "./absence.ts"

export function evolvePanes(panes: World["panes"], { pane, to, surface }: EventOf<"pane.moved">): World["panes"] {
  const { [pane]: _before, ...rest } = panes
  return to === null ? rest : { ...rest, [pane]: { agentId: to, surface } }
}

export function evolveFocus(focus: World["focus"], event: EventOf<"focus.changed">): World["focus"] {
  const { [event.connection]: _before, ...rest } = focus
  return event.focus === null ? rest : { ...rest, [event.connection]: event.focus }
}

export function evolvePresence(agent: Agent, event: EventOf<"presence.joined" | "presence.left">, at: Instant): Agent {
  if (event.type === "presence.left") return { ...agent, presence: null, absence: awaySince(at, spentWith(agent)) }
  const absence = { ...agent.absence, until: at, spentAfter: spentWith(agent) }
  return { ...agent, presence: { since: at, surface: event.surface, cause: event.cause }, absence }
}
