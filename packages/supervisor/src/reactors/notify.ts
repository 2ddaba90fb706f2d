// Owns: telling the user outside of the app about what was committed, with one timer for all of it. Concepts declare of what; when and how often is
// a rule of domain (notify-policy); how the system shows it is the notifier's. Never changes the world.
import type { Recorded, World } from "@kibitz/contract"
import {
  badgeCount,
  beginNotifying,
  type NotifyAction,
  type NotifyInput,
  type NotifyState,
  noticesOf,
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
      const inputs: readonly NotifyInput[] = [...focus, ...batch.flatMap(({ event }) => noticesOf(event, world, before))]
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
