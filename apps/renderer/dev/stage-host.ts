// Owns: a host in the page for looking at the screen while building it: the real rules, a scripted model, nothing on disk.
// Never part of a build: no file under src imports it.
import {
  type Command,
  type Event,
  jakeId,
  type LiveReply,
  PAGE_BYTES,
  type Recorded,
  toInstant,
  type WireMessage,
  type WireRequest,
  type World,
} from "@kibitz/contract"
import { decide, emptyWorld, evolve, transcriptOf } from "@kibitz/domain"
import type { Transport } from "../src/bridge/transport.ts"

export type Stage = {
  run(command: Command): void
  /** Puts an event into the journal without asking the rules. */
  record(event: Event): void
  live(text: string, kind?: "text" | "thinking"): void
  world(): World
  onTurn(play: () => void): void
}

export function stageHost(scene: (stage: Stage) => void): Transport {
  return (events) => {
    const journal: Recorded[] = []
    const subscriptions = new Map<number, { kind: string; n: number }>()
    let world = emptyWorld
    let live: LiveReply | null = null
    let lastId = 0
    let play: () => void = () => {}
    const send = (message: WireMessage) => setTimeout(() => events.received(structuredClone(message)), 0)
    const id = (prefix: string) => `${prefix}-${++lastId}`

    function record(event: Event): void {
      const recorded: Recorded = { seq: world.seq + 1, at: toInstant(Temporal.Now.instant()), event }
      world = evolve(world, recorded)
      journal.push(recorded)
      if (event.type.startsWith("turn.")) live = null
      for (const [subscription, state] of subscriptions) {
        if (state.kind === "transcript" && transcriptOf(event) === null) continue
        send({ type: "envelope", subscription, n: ++state.n, events: [recorded] })
      }
      if (event.type === "turn.started") queueMicrotask(play)
    }
    function run(command: Command) {
      const decision = decide(world, command, { at: toInstant(Temporal.Now.instant()), id } as never) as
        | { events?: readonly Event[]; rejection?: never }
        | readonly Event[]
      const made = Array.isArray(decision) ? (decision as Event[]) : (decision as { events?: Event[] }).events
      if (made) for (const event of made) record(event)
      return decision
    }
    const stage: Stage = {
      run: (command) => void run(command),
      record,
      world: () => world,
      onTurn: (next) => {
        play = next
      },
      live: (text, kind = "text") => {
        const turn = world.agents[jakeId]?.turn
        if (!turn) return
        live ??= { agentId: jakeId, turnId: turn.id, step: turn.step + 1, attempt: turn.attempt, blocks: [] }
        let block = live.blocks.length - 1
        if (live.blocks[block]?.kind !== kind) {
          live.blocks.push({ kind, text: "" })
          block++
        }
        const at = live.blocks[block]
        if (!at) return
        const offset = at.text.length
        at.text += text
        const { agentId, turnId, step, attempt } = live
        for (const [subscription, state] of subscriptions) {
          if (state.kind === "transcript")
            send({ type: "live", subscription, deltas: [{ agentId, turnId, step, attempt, block, kind, offset, text }] })
        }
      },
    }
    function page(before: number, bytes: number) {
      const shown = journal.filter(({ seq, event }) => seq < before && transcriptOf(event) !== null)
      let size = 0
      let from = shown.length
      while (from > 0 && size < bytes) size += JSON.stringify(shown[--from]).length
      return { events: shown.slice(from), older: from > 0 ? (shown[from]?.seq ?? null) : null }
    }
    function receive(request: WireRequest): void {
      if (request.type === "dispatch") {
        const { command } = request
        if (command.type === "key.offer") {
          if (world.connection.protection === "plain" && !command.allowPlainText)
            return void send({ type: "refused", id: request.id, rejection: { kind: "needs-consent", message: "" } })
          run({
            type: "connection.record",
            using: "provider",
            keySource: "keychain",
            keyHint: command.key.slice(-4),
            protection: world.connection.protection,
          })
          return void send({ type: "accepted", id: request.id, seq: world.seq })
        }
        if (command.type === "key.forget") return
        const decision = run(command as Command) as { rejection?: { kind: "malformed"; message: string } }
        if (decision.rejection) send({ type: "refused", id: request.id, rejection: decision.rejection })
        else send({ type: "accepted", id: request.id, seq: world.seq })
        if (command.type === "turn.interrupt") {
          const turn = world.agents[jakeId]?.turn
          const draft = live?.blocks.map((block) => block.text).join("\n") ?? ""
          if (turn) run({ type: "turn.stop", agentId: jakeId, turnId: turn.id, draft })
        }
      } else if (request.type === "subscribe") {
        const subscription = ++lastId
        const { channel } = request
        if (channel.kind === "world") {
          send({
            type: "subscribed",
            id: request.id,
            subscription,
            snapshot: { kind: "world", world, app: { version: "0.1.0", workspace: "/home/you/code/shop", surface: "desktop" } },
          })
        } else if (channel.kind === "transcript") {
          send({
            type: "subscribed",
            id: request.id,
            subscription,
            snapshot: {
              kind: "transcript",
              agentId: jakeId,
              page: page(Number.POSITIVE_INFINITY, channel.bytes ?? PAGE_BYTES),
              live,
            },
          })
        } else {
          send({
            type: "subscribed",
            id: request.id,
            subscription,
            snapshot: { kind: "page", agentId: jakeId, page: page(channel.before, channel.bytes ?? PAGE_BYTES) },
          })
          return
        }
        subscriptions.set(subscription, { kind: channel.kind, n: 0 })
      } else subscriptions.delete(request.subscription)
    }
    run({ type: "agent.found", agentId: jakeId, name: "Jake" })
    scene(stage)
    queueMicrotask(events.opened)
    return { send: (request) => receive(structuredClone(request) as WireRequest), close: () => {} }
  }
}
