import { jakeId, type MessageId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { createOutbox } from "./outbox.ts"

function memory(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const message = { agentId: jakeId, messageId: "m1" as MessageId, text: "hello", delivery: "queue" as const, refusal: null }

test("what was sent and not yet taken is there after a reload", () => {
  const keep = memory()
  createOutbox(keep, jakeId).add(message)
  expect(createOutbox(keep, jakeId).store.getState()).toEqual([message])
  createOutbox(keep, jakeId).remove(new Set(["m1"]))
  expect(keep.kept.size).toBe(0)
})

test("damaged storage is ignored, and a full one loses nothing that is on screen", () => {
  expect(createOutbox(memory({ "kibitz.outbox": "{not json" }), jakeId).store.getState()).toEqual([])
  expect(createOutbox(memory({ "kibitz.outbox": '[{"messageId":"../x","text":1}, null]' }), jakeId).store.getState()).toEqual([])
  const full = {
    ...memory(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError")
    },
  }
  const outbox = createOutbox(full, jakeId)
  outbox.add(message)
  expect(outbox.store.getState()).toHaveLength(1)
})

test("two windows share what is kept, and neither takes away what the other has sent", () => {
  const keep = memory()
  const main = createOutbox(keep, jakeId)
  const own = createOutbox(keep, jakeId)
  main.add(message)
  own.add({ ...message, messageId: "m2" as MessageId })
  own.remove(new Set(["m2"]))
  expect(createOutbox(keep, jakeId).store.getState()).toEqual([message])
  main.remove(new Set(["m1"]))
  expect(keep.kept.size).toBe(0)
})
