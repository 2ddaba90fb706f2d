import { expect, test } from "vitest"
import { z } from "zod"
import { decoder, eventDecoder, MalformedEvent, UnknownEvent } from "./decode-event.ts"
import { Event } from "./event.ts"
import { upcasters } from "./event-version.ts"

const renamed = JSON.stringify({ type: "agent.renamed", agentId: "jake", name: "Jacob" })

/** A toy: version 1 had `title`, version 2 calls it `name`, version 3 also counts. */
const Toy = z.object({ type: z.literal("toy.made"), name: z.string(), parts: z.int() }).register(upcasters, {
  from: [({ title, ...rest }) => ({ ...rest, name: title }), (two) => ({ ...two, parts: 1 })],
})
const withToy = eventDecoder([...Event.options, Toy])
const toy = (fields: object) => JSON.stringify({ type: "toy.made", ...fields })

function refusal(work: () => unknown): unknown {
  try {
    return work()
  } catch (cause) {
    return cause
  }
}

test("every event is of version 1, and stored under its type alone", () => {
  for (const { shape } of Event.options) expect(decoder.nameOf(shape.type.value)).toBe(shape.type.value)
})

test("decodes a current event as it was written, without a look at its fields", () => {
  expect(decoder.decode(1, "agent.renamed", renamed)).toEqual(JSON.parse(renamed))
  const odd = JSON.stringify({ type: "agent.renamed", more: [1] })
  expect(decoder.decode(1, "agent.renamed", odd)).toEqual(JSON.parse(odd))
})

test("brings older versions up to date, one step after the other", () => {
  const current = { type: "toy.made", name: "car", parts: 1 }
  expect(withToy.decode(1, "toy.made", toy({ title: "car" }))).toEqual(current)
  expect(withToy.decode(1, "toy.made@2", toy({ name: "car" }))).toEqual(current)
  expect(withToy.decode(1, "toy.made@3", toy({ name: "car", parts: 4 }))).toEqual({ ...current, parts: 4 })
  expect(withToy.nameOf("toy.made")).toBe("toy.made@3")
})

test("tells current names from older ones", () => {
  expect(withToy.isCurrent(1, "toy.made@3")).toBe(true)
  expect(withToy.isCurrent(1, "toy.made@2")).toBe(false)
  expect(withToy.isCurrent(1, "agent.renamed")).toBe(true)
  expect(() => withToy.isCurrent(1, "toy.made@4")).toThrow(UnknownEvent)
})

test.each([
  ["an unknown type", "task.added", "task.added", 1],
  ["a version of an unknown type", "task.added@7", "task.added", 7],
  ["a later version of a known type", "agent.renamed@2", "agent.renamed", 2],
  ["version 1 by its number, which nobody writes", "agent.renamed@1", "agent.renamed", 1],
  ["a name of Object's own", "constructor", "constructor", 1],
])("refuses %s with a sentence that names it", (_, name, type, version) => {
  const cause = refusal(() => decoder.decode(4711, name, renamed))
  expect(cause).toBeInstanceOf(UnknownEvent)
  expect(cause).toMatchObject({
    seq: 4711,
    type,
    version,
    message: `Entry 4711 is an event "${type}" of version ${version}, which this version of Kibitz does not know. Update Kibitz to work in this project.`,
  })
})

test.each(["{", "null", "7", '"agent.renamed"', "[]", '{"type":"agent.moved"}', "{}"])("refuses %s as an event", (json) => {
  const cause = refusal(() => decoder.decode(12, "agent.renamed", json))
  expect(cause).toBeInstanceOf(MalformedEvent)
  expect(cause).toMatchObject({ message: 'entry 12 does not hold an event "agent.renamed" of version 1' })
})

test("refuses an older event that does not become a current one", () => {
  expect(() => withToy.decode(3, "toy.made", toy({ title: 7 }))).toThrow('entry 3 does not hold an event "toy.made" of version 1')
  expect(() => withToy.decode(3, "toy.made@2", "null")).toThrow(MalformedEvent)
})

test("another version is another list of what is known", () => {
  expect(withToy.known).not.toBe(decoder.known)
  expect(withToy.known).toContain("toy.made@3")
  expect(eventDecoder([...Event.options].toReversed()).known).toBe(decoder.known)
})
