// What is read back of a transcript to begin a turn, and kept while it lasts: enough for what is sent, and no more than that however long the
// agent has worked.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type CallId, type Event, jakeId, type MessageId, type TurnId } from "@kibitz/contract"
import { asRequest, fitHistory, type HistoryMessage, historyOf, historySize, repairHistory } from "@kibitz/domain"
import type { Journal } from "@kibitz/ports"
import { callFinished, entriesAfter, exchange, memoryJournal, messageDelivered, turnReplied } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Asked, openHistories } from "./histories.ts"

/** An ordinary turn. */
const conversation: Asked = {
  turn: { id: "turn_1" as TurnId, brief: { kind: "conversation", input: {} } },
  words: { system: "", tools: [], sees: { from: "conversation", system: "" }, fewTools: false },
  shrink: 0,
}

/** Counts the bytes of what is read. */
function counting(journal: Journal): { journal: Journal; bytes(): number } {
  let bytes = 0
  const page: Journal["page"] = (...asked) => {
    const found = journal.page(...asked)
    bytes += found.events.reduce((sum, { event }) => sum + JSON.stringify(event).length, 0)
    return found
  }
  return { journal: { ...journal, page }, bytes: () => bytes }
}

function filled(events: readonly Event[]) {
  const journal = memoryJournal()
  journal.append(entriesAfter(0, events, jakeId))
  return counting(journal)
}

function reading(number: number, output: string): Event[] {
  const callId = `call_${number}` as CallId
  const turnId = `turn_${number}` as TurnId
  return [
    messageDelivered(`look at ${number}`, { turnId, messageId: `msg_u${number}` as MessageId }),
    turnReplied([{ type: "tool_use", id: callId, name: "read_file", input: { path: `${number}` } }], { turnId }),
    callFinished(output, { turnId, callId }),
    turnReplied(`that was ${number}`, { turnId }),
  ]
}

/** All of it read at once, as much as ever would be. */
function fromAll(events: readonly Event[]): readonly HistoryMessage[] {
  const repaired = repairHistory(events.flatMap(historyOf))
  return asRequest(repairHistory(fitHistory(repaired, 700_000)), false)
}

function withoutOutput({ role, content }: HistoryMessage): object {
  return { role, content: content.map((block) => (block.type === "tool_result" ? { ...block, output: "" } : block)) }
}

it("reads about as much as is sent, however long the transcript is", () => {
  const events = Array.from({ length: 3_000 }, (_, n) => reading(n, "x".repeat(1_000))).flat()
  const { journal, bytes } = filled(events)
  const sent = openHistories(journal).request(jakeId, conversation)
  expect(historySize(sent)).toBeGreaterThan(650_000)
  expect(bytes()).toBeLessThan(2_000_000)
})

it("sends the same as if all had been read, with results cut no more than then, whatever the sizes", () => {
  const size = fc.constantFrom(10, 500, 5_000, 60_000)
  const part = fc.record({ count: fc.integer({ min: 1, max: 60 }), said: size, output: size })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      let number = 0
      const events = parts.flatMap(({ count, said, output }) =>
        Array.from({ length: count }, () => {
          number += 1
          return [
            ...reading(number, "x".repeat(output)),
            ...exchange(jakeId, 10_000 + number, "y".repeat(said), "z".repeat(said)),
          ]
        }).flat(),
      )
      const { journal } = filled(events)
      const total = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0)
      fc.pre(total < 3_500_000)
      const sent = openHistories(journal).request(jakeId, conversation)
      const other = fromAll(events)
      expect(sent.map(withoutOutput)).toEqual(other.map(withoutOutput))
      expect(historySize(sent)).toBeGreaterThanOrEqual(historySize(other))
      expect(historySize(sent)).toBeLessThanOrEqual(Math.max(700_000, historySize(other)))
    }),
    { numRuns: 60 },
  )
})

it("what was said before a recast is not read", () => {
  const old = Array.from({ length: 500 }, (_, n) => reading(n, "x".repeat(1_000))).flat()
  const { journal } = filled([...old, { type: "agent.recast", agentId: jakeId }, ...exchange(jakeId, 1, "hello", "hi")])
  expect(openHistories(journal).request(jakeId, conversation)).toHaveLength(3)
})

it("shortened results stay the same objects from step to step", () => {
  const events = Array.from({ length: 200 }, (_, n) => reading(n, "x".repeat(10_000))).flat()
  const histories = openHistories(filled(events).journal)
  const results = () =>
    histories
      .request(jakeId, conversation)
      .flatMap(({ content }) => content.filter(({ type }) => type === "tool_result") as object[])
  const [first, second] = [results(), results()]
  expect(first.length).toBeGreaterThan(100)
  for (const [at, block] of first.entries()) expect(second[at]).toBe(block)
})

it("a turn of many steps lets go of results that are too much to be sent", async () => {
  const journal = memoryJournal()
  const histories = openHistories(journal)
  let seq = 0
  const happens = (events: readonly Event[]) => {
    const entries = entriesAfter(seq, events, jakeId)
    journal.append(entries)
    histories.follow(entries)
    seq += entries.length
  }
  const whole: WeakRef<object>[] = []
  happens([messageDelivered("go")])
  for (let step = 1; step <= 150; step++) {
    happens(reading(step, "x".repeat(20_000)).slice(1, 3))
    const result = histories.request(jakeId, conversation).at(-1)?.content[0]
    if (result) whole.push(new WeakRef(result))
  }
  // What a WeakRef has been made of or asked for is kept until the current task is over.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  const left = whole.filter((one) => one.deref() !== undefined).length
  expect(left).toBeLessThan(40)
  const sent = histories.request(jakeId, conversation)
  expect(historySize(sent)).toBeLessThanOrEqual(700_000)
  expect(JSON.stringify(sent[0])).toContain("go")
})

function collectGarbage(): void {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
}
