// Owns: the channels this screen listens to: a snapshot first, then what came after it, in order. A gap asks for a fresh snapshot.
import type { ChannelInput, LiveDelta, Recorded, Rejection, Snapshot, SubscriptionId, WireMessage } from "@kibitz/contract"
import type { Wire } from "./wire.ts"

export type Listener = {
  snapshot(snapshot: Snapshot): void
  events(events: readonly Recorded[]): void
  live?(deltas: readonly LiveDelta[]): void
  refused?(rejection: Rejection): void
}

export type Subscription = {
  /** Asks for a fresh snapshot. */
  renew(): void
  end(): void
}

type Held = { channel: ChannelInput; listener: Listener; remote: SubscriptionId | null; next: number; asked: number }
type OfChannels = Extract<WireMessage, { type: "subscribed" | "unsubscribed" | "envelope" | "live" }>

export function createSubscriptions(wire: Wire) {
  const held = new Set<Held>()
  const byRemote = new Map<SubscriptionId, Held>()

  function find(id: unknown): Held | undefined {
    for (const subscription of held) if (subscription.asked === id) return subscription
    return undefined
  }

  function ask(subscription: Held): void {
    subscription.remote = null
    subscription.asked = wire.nextId()
    if (wire.isOpen()) wire.send({ type: "subscribe", id: subscription.asked, channel: subscription.channel })
  }

  function drop(subscription: Held): void {
    if (subscription.remote === null) return
    byRemote.delete(subscription.remote)
    if (wire.isOpen()) wire.send({ type: "unsubscribe", id: wire.nextId(), subscription: subscription.remote })
  }

  function renew(subscription: Held): void {
    // Already waiting for a fresh snapshot: asking again for every late message would be a storm.
    if (!held.has(subscription) || subscription.remote === null) return
    drop(subscription)
    ask(subscription)
  }

  function take(message: OfChannels): void {
    switch (message.type) {
      case "subscribed": {
        const subscription = find(message.id)
        if (!subscription) return wire.send({ type: "unsubscribe", id: wire.nextId(), subscription: message.subscription })
        subscription.remote = message.subscription
        subscription.next = 1
        byRemote.set(message.subscription, subscription)
        return subscription.listener.snapshot(message.snapshot)
      }
      case "unsubscribed":
        byRemote.delete(message.subscription)
        return
      case "envelope": {
        const subscription = byRemote.get(message.subscription)
        if (!subscription) return
        if (message.n !== subscription.next) return renew(subscription)
        subscription.next++
        return subscription.listener.events(message.events)
      }
      case "live":
        return byRemote.get(message.subscription)?.listener.live?.(message.deltas)
    }
  }

  return {
    take,
    /** False when it was no subscription that was refused. */
    refuse: (id: unknown, rejection: Rejection): boolean => {
      const subscription = find(id)
      subscription?.listener.refused?.(rejection)
      return subscription !== undefined
    },
    lost: () => byRemote.clear(),
    askAgain: () => {
      byRemote.clear()
      for (const subscription of held) ask(subscription)
    },
    subscribe: (channel: ChannelInput, listener: Listener): Subscription => {
      const subscription: Held = { channel, listener, remote: null, next: 1, asked: 0 }
      held.add(subscription)
      ask(subscription)
      return {
        renew: () => renew(subscription),
        end: () => {
          if (held.delete(subscription)) drop(subscription)
        },
      }
    },
  }
}
