// Owns: what one client has subscribed to, and numbering what it is told.
import type { Channel, Recorded, Rejection, RequestId, Snapshot, WireMessage } from "@kibitz/contract"
import type { ChannelSnapshot, Channels } from "@kibitz/supervisor"

export type FilesWish = Extract<Channel, { kind: "files" }>

export type SubscriptionNeeds = {
  readonly channels: Channels
  readonly describe: (snapshot: ChannelSnapshot) => Snapshot
  /** Paths of the workspace that was named, the nearest first. */
  readonly files: (wish: FilesWish) => Promise<readonly string[]>
  readonly send: (message: WireMessage) => void
}

/** A client that subscribes in a loop is broken; it is told so before it can fill the memory. */
const SUBSCRIPTION_LIMIT = 256

/** Channels whose snapshot is all there is: the subscription ends with it. */
const whole: ReadonlySet<Channel["kind"]> = new Set(["page", "newer", "find", "audit", "cost"])

export class Subscriptions {
  private readonly needs: SubscriptionNeeds
  private readonly open = new Map<number, { close(): void; skip(): void }>()
  private next = 1
  private closed = false

  constructor(needs: SubscriptionNeeds) {
    this.needs = needs
  }

  subscribe(id: RequestId, channel: Channel): void {
    const { channels, describe, send } = this.needs
    if (this.open.size >= SUBSCRIPTION_LIMIT) {
      const message = `This connection already has ${SUBSCRIPTION_LIMIT} subscriptions. Unsubscribe some first.`
      return this.refuse(id, "unavailable", message)
    }
    if (channel.kind === "files") return this.findFiles(id, channel)
    const subscription = this.next++
    let n = 0
    const opened = channels.subscribe(channel, {
      events: (events: readonly Recorded[]) => send({ type: "envelope", subscription, n: ++n, events: [...events] }),
      live: (deltas) => send({ type: "live", subscription, deltas: [...deltas] }),
    })
    if (!opened) {
      return this.refuse(id, "unknown-agent", `There is no agent "${"agentId" in channel ? channel.agentId : ""}".`)
    }
    send({ type: "subscribed", id, subscription, snapshot: describe(opened.snapshot) })
    if (whole.has(channel.kind)) return send({ type: "unsubscribed", id: null, subscription })
    const skip = () => {
      n += 2
      send({ type: "envelope", subscription, n, events: [] })
    }
    this.open.set(subscription, { close: opened.close, skip })
  }

  unsubscribe(id: RequestId, subscription: number): void {
    const subscribed = this.open.get(subscription)
    if (!subscribed) return this.refuse(id, "not-subscribed", `There is no subscription ${subscription}.`)
    subscribed.close()
    this.open.delete(subscription)
    this.needs.send({ type: "unsubscribed", id, subscription })
  }

  /** Each subscriber misses a number, and asks for a fresh snapshot. */
  renew(): void {
    for (const { skip } of this.open.values()) skip()
  }

  close(): void {
    this.closed = true
    for (const { close } of this.open.values()) close()
    this.open.clear()
  }

  private findFiles(id: RequestId, wish: FilesWish): void {
    const { files, send } = this.needs
    const answer = (paths: readonly string[]) => {
      if (this.closed) return
      const subscription = this.next++
      send({ type: "subscribed", id, subscription, snapshot: { kind: "files", paths: [...paths] } })
      send({ type: "unsubscribed", id: null, subscription })
    }
    // A folder that cannot be read holds nothing that could be named.
    files(wish).then(answer, () => answer([]))
  }

  private refuse(id: RequestId, kind: Rejection["kind"], message: string): void {
    this.needs.send({ type: "refused", id, rejection: { kind, message } })
  }
}
