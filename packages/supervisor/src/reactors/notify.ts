// Owns: telling the user outside of the app about what was committed, with one timer for all of it. When and what is a rule of domain
// (notify-policy); how the system shows it is the notifier's. Never changes the world.
import type { Agent, Event, Recorded, World } from "@kibitz/contract"
import {
  badgeCount,
  beginNotifying,
  findAgent,
  type NotifyAction,
  type NotifyInput,
  type NotifyState,
  notifyStep,
} from "@kibitz/domain"
import type { Clock, Notifier } from "@kibitz/ports"

export type NotifyNeeds = {
  readonly clock: Clock
  readonly notifier: Notifier
  /** The user's time zone: quiet hours are theirs. */
  readonly zone: string
}

export function notifyUser(needs: NotifyNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { clock, notifier, zone } = needs
  let seen: World | null = null
  let state: NotifyState | null = null
  let badge = 0
  let planned: number | null = null
  let cancel: (() => void) | null = null

  function step(input: NotifyInput, world: World): void {
    const now = { ms: clock.monotonic(), at: clock.instant() }
    const context = { now, policy: world.settings.attention, quietUntil: world.quietUntil, zone }
    const { state: next, actions } = notifyStep(state ?? beginNotifying(isFocused(world)), input, context)
    state = next
    for (const action of actions) act(action)
  }

  function act(action: NotifyAction): void {
    switch (action.type) {
      case "show":
        return notifier.show(action.notice)
      case "replace":
        return notifier.replace(action.notice)
      case "clear":
        return notifier.clear()
      case "summary":
        return notifier.summary(action.text)
    }
  }

  function plan(): void {
    const due = state?.due ?? null
    if (due === planned) return
    cancel?.()
    planned = due
    cancel = due === null ? null : clock.after(Math.max(0, due - clock.monotonic()), ring)
  }
  function ring(): void {
    cancel = null
    planned = null
    if (seen) step({ type: "tick" }, seen)
    plan()
  }

  function countBadge(world: World): void {
    const count = badgeCount(world)
    if (count !== badge) notifier.badge(count)
    badge = count
  }

  return {
    /** First with an empty batch: what waits from before is on the badge, and nobody is told of it again. */
    follow(batch, world) {
      const before = seen
      seen = world
      // Who looks up in the same moment is not told of what they are about to see.
      const focus = before?.focus === world.focus ? [] : [{ type: "focus", focused: isFocused(world) } as const]
      const inputs: readonly NotifyInput[] = [...focus, ...batch.flatMap(({ event }) => inputsOf(event, before, world))]
      for (const input of inputs) step(input, world)
      if (inputs.length > 0) plan()
      if (before?.attention !== world.attention) countBadge(world)
    },
    stop: () => cancel?.(),
  }
}

function isFocused({ focus }: World): boolean {
  return Object.keys(focus).length > 0
}

function inputsOf(event: Event, before: World | null, world: World): readonly NotifyInput[] {
  switch (event.type) {
    case "attention.raised": {
      // Raised once more with a change in it: the user has been told.
      if (before && Object.hasOwn(before.attention, event.item.id)) return []
      const agent = findAgent(world, event.agentId)
      const { item } = event
      return agent ? [{ type: "raised", item, name: agent.name, joined: agent.presence !== null, stop: stopOf(agent) }] : []
    }
    case "attention.resolved":
      return [{ type: "settled", itemId: event.itemId }]
    case "attention.snoozed":
      return event.until === null ? [] : [{ type: "settled", itemId: event.itemId }]
    case "turn.started":
      return [{ type: "went-on", agentId: event.agentId }]
    case "turn.finished":
    case "turn.failed": {
      const agent = findAgent(world, event.agentId)
      // Where the next turn has begun in the same moment, it has not stopped.
      const hasStopped = agent && agent.presence !== null && agent.turn === null
      return hasStopped ? [{ type: "stopped", agentId: agent.id, name: agent.name, stop: stopOf(agent) }] : []
    }
    case "agent.moved":
      return event.standing.kind === "done" ? [{ type: "finished" }] : []
    default:
      return []
  }
}

function stopOf({ standing, lastTurn }: Agent): Extract<NotifyInput, { type: "stopped" }>["stop"] {
  if (standing.kind === "done" || standing.kind === "stuck") return standing.kind
  return lastTurn?.outcome === "failed" ? "failed" : "replied"
}
