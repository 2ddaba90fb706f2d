// Owns: what a posture starts with: that of a new agent, and everybody's at the start of a session.
import type { Agent, Event, Posture, Settings, Style, Surface, WorkMode, World } from "@kibitz/contract"
import { allAgents } from "../team/agents.ts"
import { lesser, powerAxes, withAxis } from "./power.ts"
import { changed, dropped } from "./transition.ts"

/**
 * The style a new agent gets where the project's is the built-in "chat", which cannot be told from one that was never chosen. This is about
 * starting only: changing the work mode later leaves the style alone (AXS-1).
 */
const styleOf: Readonly<Record<WorkMode, Style>> = {
  chat: "chat",
  plan: "plan",
  build: "development",
  repair: "development",
  review: "discussion",
  research: "discussion",
}

/** The project's defaults, with at most what the parent has (AXS-5, AXS-10). null: the root of the tree. */
export function startPosture(settings: Settings, parent: Agent | null, surface: Surface): Posture {
  const { defaults } = settings
  const style = defaults.style === "chat" ? styleOf[defaults.workMode] : defaults.style
  const posture: Posture = { ...defaults, style, modelMode: settings.modelMode, surface }
  if (!parent) return posture
  return powerAxes.reduce((so, axis) => withAxis(so, axis, lesser(axis, so[axis], parent.posture[axis])), posture)
}

/** `unrestricted` is given for one session: whoever has it, would go back to it or waits for it, has it no longer (ux 2.10). */
export function beginSessionPosture(world: World): Event[] {
  return allAgents(world).flatMap((agent): Event[] => {
    const { permissionProfile: profile } = agent.posture
    const to = profile === "unrestricted" ? "trusted" : agent.afterUnit.permissionProfile === "unrestricted" ? profile : null
    const transition = { reason: "unrestricted ends when Kibitz is closed", scope: "now", actor: "policy" } as const
    return [
      ...(to === null ? [] : [changed(agent, "permissionProfile", { ...transition, to })]),
      ...dropped(
        agent.id,
        agent.pendingSteers.filter((steer) => steer.to === "unrestricted").map(({ axis }) => axis),
      ),
    ]
  })
}
