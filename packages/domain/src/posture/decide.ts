// Owns: who may change which axis, and when the change takes effect (AXS-4…6). A call that runs keeps what it was allowed with.
import type { Agent, CommandOf, Event, SteerableAxis, SteerScope, World } from "@kibitz/contract"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { ceiling, isLowering } from "./power.ts"
import { raisesIn, unconfirmed } from "./raise.ts"
import { changed, dropped, isSettled, lowerBelow, loweredBy } from "./transition.ts"

type Change = { readonly axis: SteerableAxis; readonly to: string }

export function decidePosture(world: World, agent: Agent, command: CommandOf<"posture.change">, moment: Moment): Decision {
  if (moment.origin.actor !== "user") return reject("not-allowed", `Only the user changes the posture of ${agent.name}.`)
  const events: Event[] = []
  for (const change of changesIn(command)) {
    const { axis, to } = change
    const refusal = refused(world, agent, change)
    if (refusal) return refusal
    const scope = effectiveScope(agent, change, command.when)
    const waiting = agent.pendingSteers.find((steer) => steer.axis === axis)
    if (isSettled(agent, axis, to)) events.push(...dropped(agent.id, waiting ? [axis] : []))
    else if (scope === "now") {
      events.push(changed(agent, axis, { to, reason: command.reason, scope, actor: "user" }))
    } else if (waiting?.to !== to || waiting.scope !== scope) {
      const steer = { axis, to, scope, reason: command.reason, at: moment.at }
      events.push({ type: "posture.steer-queued", agentId: agent.id, steer })
    }
  }
  // Checked last: nobody is asked to confirm what would be refused anyway.
  const { changes, confirm } = command
  const after = { permissionProfile: changes.permissionProfile ?? agent.posture.permissionProfile }
  const refusal = unconfirmed(raisesIn(agent, changes), confirm, agent.name, after)
  return refusal ?? accept(...events, ...lowerBelow(world, agent, loweredBy(agent, events)))
}

/** For one that works, where nobody says when (ux 2.10). Giving up power does not wait. */
export const USUAL_SCOPE: SteerScope = "after-current-tool"

/** When a change asked for now would take effect; "now" unless something has to be waited for. */
export function effectiveScope(agent: Agent, { axis, to }: Change, when: SteerScope | undefined): SteerScope {
  if (when === undefined && isLowering(axis, agent.posture[axis], to)) return "now"
  const wanted = when ?? USUAL_SCOPE
  if (wanted === "for-next-unit" || wanted === "next-milestone") return wanted
  if (!agent.turn || wanted === "now") return "now"
  if (wanted === "after-current-unit") return wanted
  return agent.turn.calls.some(({ status }) => status === "allowed") ? wanted : "now"
}

function changesIn({ changes }: CommandOf<"posture.change">): Change[] {
  return Object.entries(changes).flatMap(([axis, to]) => (to === undefined ? [] : [{ axis: axis as SteerableAxis, to }]))
}

function refused(world: World, agent: Agent, { axis, to }: Change): Decision | null {
  const above = ceiling(world, agent, axis)
  if (above && isLowering(axis, to, above.value)) {
    const { parent } = above
    return reject(
      "not-allowed",
      `${agent.name} works for ${parent.name}, and nobody has more than the one above: ${parent.name} is ${named(axis, above.value)}. Change ${parent.name} first.`,
    )
  }
  return null
}

function named(axis: SteerableAxis, value: string): string {
  return axis === "phase" ? `in ${value}` : value
}

export function decideCancelSteer(agent: Agent): Decision {
  return accept(
    ...dropped(
      agent.id,
      agent.pendingSteers.map(({ axis }) => axis),
    ),
  )
}

export function decideChooseModel(agent: Agent, command: CommandOf<"agent.choose-model">): Decision {
  if (command.model === agent.model) return accept()
  return accept({ type: "agent.model-chosen", agentId: agent.id, model: command.model })
}
