import type { LiveDelta, WireMessage } from "@kibitz/contract"
import { expect, test } from "vitest"
import { accepted } from "../testing/scripted-host.ts"
import { outlet } from "./outlet.ts"

const envelope = (subscription: number, n: number): WireMessage => ({ type: "envelope", subscription, n, events: [] })
const live = (subscription: number): WireMessage => ({ type: "live", subscription, deltas: [] as LiveDelta[] })

/** A reader that takes a text only when told to. */
function slowReader() {
  const written: WireMessage[] = []
  const waiting: (() => void)[] = []
  return {
    written,
    sink(json: string, flushed: () => void) {
      written.push(JSON.parse(json))
      waiting.push(flushed)
    },
    take(count = waiting.length) {
      for (const flushed of waiting.splice(0, count)) flushed()
    },
  }
}

test("a reader that keeps up gets everything in order", () => {
  const reader = slowReader()
  const out = outlet(reader.sink, 1000)
  const messages = [accepted(1), envelope(1, 1), live(1), envelope(1, 2)]
  for (const message of messages) out.send(message)
  expect(reader.written).toEqual(messages)
})

test("a reader that falls behind gets every answer, no live text, and of each subscription the newest envelope, so that it sees the gap", () => {
  const reader = slowReader()
  const out = outlet(reader.sink, 10)
  out.send(accepted(1))
  for (const n of [1, 2, 3]) out.send(envelope(1, n))
  out.send(envelope(2, 1))
  out.send(live(1))
  out.send(accepted(2))
  expect(reader.written).toEqual([accepted(1), accepted(2)])
  reader.take()
  reader.take()
  expect(reader.written).toEqual([accepted(1), accepted(2), envelope(1, 3), envelope(2, 1)])
})

test("what a closed subscription had waiting is not sent after its end", () => {
  const reader = slowReader()
  const out = outlet(reader.sink, 10)
  const end: WireMessage = { type: "unsubscribed", id: 2, subscription: 1 }
  out.send(accepted(1))
  out.send(envelope(1, 1))
  out.send(end)
  reader.take()
  reader.take()
  expect(reader.written).toEqual([accepted(1), end])
})

test("an envelope never overtakes an older one of its subscription that still waits", () => {
  const reader = slowReader()
  const out = outlet(reader.sink, 40)
  out.send(accepted("a-long-name-that-fills-the-pipe"))
  out.send(envelope(1, 1))
  out.send(envelope(2, 1))
  reader.take(1)
  out.send(envelope(2, 2))
  reader.take()
  reader.take()
  const numbers = reader.written
    .filter((message) => message.type === "envelope")
    .map((message) => [message.subscription, message.n])
  expect(numbers).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test("waiting for the reader ends when it has caught up", async () => {
  const reader = slowReader()
  const out = outlet(reader.sink, 10)
  out.send(accepted(1))
  const events: string[] = []
  const clear = out.clear().then(() => events.push("clear"))
  const flushed = out.flushed().then(() => events.push("flushed"))
  await Promise.resolve()
  expect(events).toEqual([])
  reader.take()
  await Promise.all([clear, flushed])
  expect(events).toEqual(["clear", "flushed"])
})
