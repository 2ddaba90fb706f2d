import {
  jakeId,
  type MessageId,
  type Snapshot,
  WIRE_WORLD_LIMIT,
  type WireMessage,
  type WireRequestInput,
} from "@kibitz/contract"
import { emptyWorld, snapshotOf } from "@kibitz/domain"
import { expect, test } from "vitest"
import type { LineEvents, Transport } from "./transport.ts"
import { createWireClient, type LineState } from "./wire-client.ts"

/** A host at the other end of the line that does only what the test says. */
function lab() {
  const sent: WireRequestInput[] = []
  const states: LineState[] = []
  const unreadable: string[] = []
  const timers: { ms: number; then: () => void }[] = []
  let line: LineEvents | null = null
  let opens = 0
  const transport: Transport = (events) => {
    line = events
    opens++
    return { send: (request) => sent.push(request), close: () => {} }
  }
  const client = createWireClient({
    transport,
    onState: (state) => states.push(state),
    onUnreadable: (why) => unreadable.push(why),
    chance: () => 0.5,
    after: (ms, then) => {
      const timer = { ms, then }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
  })
  return {
    client,
    sent,
    states,
    unreadable,
    timers,
    opens: () => opens,
    open: () => line?.opened(),
    lose: () => line?.closed(),
    say: (message: WireMessage | unknown) => line?.received(message),
    last: () => sent.at(-1) as WireRequestInput & { id: number },
  }
}

const world: Snapshot = { kind: "world", world: snapshotOf(emptyWorld), app: { version: "1", workspace: "/p", surface: "web" } }
const quiet = { snapshot: () => {}, events: () => {} }

test("a dispatch resolves to what the host says", async () => {
  const { client, open, say, last } = lab()
  open()
  const accepted = client.dispatch({ type: "turn.interrupt", agentId: jakeId })
  say({ type: "accepted", id: last().id, seq: 7 })
  expect(await accepted).toEqual({ accepted: true, seq: 7 })
  const refused = client.dispatch({ type: "turn.interrupt", agentId: jakeId })
  say({ type: "refused", id: last().id, rejection: { kind: "nothing-to-stop", message: "no" } })
  expect(await refused).toEqual({ accepted: false, rejection: { kind: "nothing-to-stop", message: "no" } })
})

test("a gap in the numbers asks for a fresh snapshot, once", () => {
  const { client, open, say, sent, last } = lab()
  open()
  const seen: number[] = []
  client.subscribe({ kind: "world" }, { snapshot: () => seen.push(0), events: (events) => seen.push(events.length) })
  say({ type: "subscribed", id: last().id, subscription: 5, snapshot: world })
  say({ type: "envelope", subscription: 5, n: 1, events: [] })
  const before = sent.length
  say({ type: "envelope", subscription: 5, n: 3, events: [] })
  say({ type: "envelope", subscription: 5, n: 4, events: [] })
  expect(sent.slice(before).map((request) => request.type)).toEqual(["unsubscribe", "subscribe"])
  say({ type: "subscribed", id: last().id, subscription: 6, snapshot: world })
  say({ type: "envelope", subscription: 6, n: 1, events: [] })
  expect(seen).toEqual([0, 0, 0, 0])
})

test("F32: a lost line is tried again with growing pauses, and everything is subscribed anew", () => {
  const { client, open, lose, timers, states, sent, opens } = lab()
  open()
  client.subscribe({ kind: "world" }, quiet)
  lose()
  expect(timers.map(({ ms }) => ms)).toEqual([500])
  timers.shift()?.then()
  lose()
  expect(timers.map(({ ms }) => ms)).toEqual([1000])
  timers.shift()?.then()
  open()
  expect(opens()).toBe(3)
  expect(states.map(({ kind }) => kind)).toEqual(["connecting", "open", "lost", "lost", "open"])
  expect(sent.filter(({ type }) => type === "subscribe")).toHaveLength(2)
})

test("a message with its own id is sent again after a loss; anything else is refused, because it may have been done", async () => {
  const { client, open, lose, timers, sent } = lab()
  open()
  void client.dispatch({ type: "message.send", agentId: jakeId, messageId: "m1" as MessageId, text: "hi" })
  const stop = client.dispatch({ type: "turn.interrupt", agentId: jakeId })
  lose()
  expect(await stop).toMatchObject({ accepted: false, rejection: { kind: "closing" } })
  expect(await client.dispatch({ type: "turn.interrupt", agentId: jakeId })).toMatchObject({ accepted: false })
  const before = sent.length
  timers.shift()?.then()
  open()
  expect(sent.slice(before)).toMatchObject([{ type: "dispatch", command: { type: "message.send", messageId: "m1" } }])
})

test("T22: what is not of the protocol, or too large, is dropped and reported", () => {
  const { open, say, unreadable } = lab()
  open()
  say({ type: "envelope", subscription: "x", n: 1, events: [] })
  say(null)
  say("text")
  say({ type: "live", subscription: 1, deltas: [{ text: "x".repeat(WIRE_WORLD_LIMIT) }] })
  expect(unreadable).toEqual([
    "a message of an unknown shape",
    "a message of an unknown shape",
    "a message of an unknown shape",
    "a message over the size limit",
  ])
})

test("a page closes by itself and an ended subscription hears nothing more", () => {
  const { client, open, say, last } = lab()
  open()
  let heard = 0
  const subscription = client.subscribe({ kind: "world" }, { snapshot: () => heard++, events: () => heard++ })
  say({ type: "subscribed", id: last().id, subscription: 9, snapshot: world })
  subscription.end()
  expect(last()).toMatchObject({ type: "unsubscribe", subscription: 9 })
  say({ type: "envelope", subscription: 9, n: 1, events: [] })
  say({ type: "unsubscribed", id: null, subscription: 9 })
  expect(heard).toBe(1)
})

test("a thousand messages of live text arrive whole", () => {
  const { client, open, say, last } = lab()
  open()
  let letters = 0
  client.subscribe(
    { kind: "transcript", agentId: jakeId },
    {
      ...quiet,
      live: (deltas) => {
        for (const { text } of deltas) letters += text.length
      },
    },
  )
  say({
    type: "subscribed",
    id: last().id,
    subscription: 3,
    snapshot: { kind: "transcript", agentId: jakeId, page: { events: [], older: null }, live: null },
  })
  const delta = { agentId: jakeId, turnId: "t1", step: 1, attempt: 1, block: 0, kind: "text", offset: 0, text: "a few words " }
  for (let n = 0; n < 1000; n++) say({ type: "live", subscription: 3, deltas: [delta] })
  expect(letters).toBe(12_000)
})
