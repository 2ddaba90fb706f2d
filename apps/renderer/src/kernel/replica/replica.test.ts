import { jakeId, type LiveDelta, type Recorded, type TurnId } from "@kibitz/contract"
import { expect, test } from "vitest"
import type { Listener } from "../bridge/subscriptions.ts"
import type { WireClient } from "../bridge/wire-client.ts"
import { createOutbox } from "./outbox.ts"
import { createReplica } from "./replica.ts"

const piece = (offset: number, text: string): LiveDelta => ({
  agentId: jakeId,
  turnId: "t" as TurnId,
  step: 1,
  attempt: 1,
  block: 0,
  kind: "text",
  offset,
  text,
})
const ended = { seq: 7, at: "2026-01-01T00:00:00Z", event: { type: "turn.interrupted", turnId: "t" } } as unknown as Recorded

function opened() {
  let listener: Listener | null = null
  let renewed = 0
  const client = {
    subscribe: (_: unknown, wanted: Listener) => {
      listener = wanted
      return { renew: () => renewed++, end: () => {} }
    },
  } as unknown as WireClient
  const frames = new Set<() => void>()
  const keep = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const replica = createReplica(client, createOutbox(keep, jakeId), { soon: (draw) => void frames.add(draw) })
  const transcript = replica.openTranscript(jakeId)
  const line = listener as Listener | null
  if (!line?.live) throw new Error("nothing was subscribed to")
  line.snapshot({ kind: "transcript", agentId: jakeId, page: { events: [], older: null }, live: null })
  return {
    line,
    transcript,
    live: line.live.bind(line),
    text: () => transcript.store.getState().live?.blocks[0]?.text ?? null,
    renewed: () => renewed,
    frame: () => {
      const due = [...frames]
      frames.clear()
      for (const draw of due) draw()
    },
  }
}

test("U7: the first word is there at once; what follows comes with its frame, whole and in order", () => {
  const { live, text, frame } = opened()
  live([piece(0, "One")])
  expect(text()).toBe("One")
  live([piece(3, " two")])
  live([piece(7, " three")])
  expect(text()).toBe("One")
  frame()
  expect(text()).toBe("One two three")
})

test("what had come when the turn ends is drawn no later, and nothing of it comes back", () => {
  const { line, live, text, frame, renewed } = opened()
  live([piece(0, "One")])
  live([piece(3, " two")])
  line.events([ended])
  expect(text()).toBeNull()
  frame()
  expect([text(), renewed()]).toEqual([null, 0])
})

test("a fresh snapshot takes the place of what was waiting for its frame; a hole asks for one", () => {
  const { line, live, text, frame, renewed } = opened()
  live([piece(0, "One")])
  live([piece(3, " two")])
  const reply = {
    agentId: jakeId,
    turnId: "t" as TurnId,
    step: 1,
    attempt: 1,
    blocks: [{ kind: "text" as const, text: "One two!" }],
  }
  line.snapshot({ kind: "transcript", agentId: jakeId, page: { events: [], older: null }, live: reply })
  frame()
  expect([text(), renewed()]).toEqual(["One two!", 0])
  live([piece(20, "far away")])
  frame()
  expect(renewed()).toBe(1)
})

test("a conversation that was closed is not drawn any more", () => {
  const { live, text, frame, transcript } = opened()
  live([piece(0, "One")])
  live([piece(3, " two")])
  transcript.close()
  frame()
  expect(text()).toBe("One")
})
