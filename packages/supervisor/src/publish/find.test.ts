import { type CallId, type Event, jakeId, type Seq } from "@kibitz/contract"
import { callAllowed, callFinished, entriesAfter, entry, memoryJournal, messageDelivered, turnReplied } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { findLines } from "./find.ts"

function journalOf(events: readonly Event[]) {
  const journal = memoryJournal()
  journal.append(entriesAfter(0, events, jakeId))
  return journal
}

function everything(journal: ReturnType<typeof memoryJournal>, text: string) {
  const found: Seq[] = []
  let pieces = 0
  for (let before: Seq | null = null; ; pieces++) {
    const { lines, older } = findLines(journal, { kind: "find", agentId: jakeId, text, before }, "chorus")
    found.push(...lines.map(({ seq }) => seq))
    if (older === null) return { found, pieces: pieces + 1 }
    before = older
  }
}

describe("find here", () => {
  it("finds every line of a long transcript once, newest first, in pieces", () => {
    const filler = "x".repeat(100_000)
    const events = Array.from({ length: 40 }, (_, n) => messageDelivered(n % 5 === 0 ? `${filler} Needle ${n}` : filler))
    const { found, pieces } = everything(journalOf(events), "needle")
    expect(found).toEqual([36, 31, 26, 21, 16, 11, 6, 1])
    expect(pieces).toBeGreaterThan(3)
  })

  it("what came out of a call is found at the line where the call began, also when that lies before the piece", () => {
    const callId = "call_long" as CallId
    const journal = journalOf([
      messageDelivered("run it"),
      callAllowed({ callId }),
      ...Array.from({ length: 3 }, () => turnReplied("y".repeat(330_000))),
      callFinished("the needle", { callId }),
    ])
    expect(everything(journal, "needle").found).toEqual([2])
  })

  it("a result whose call is nowhere does not make it look for ever", () => {
    const journal = journalOf([callFinished("needle", { callId: "call_lost" as CallId })])
    expect(everything(journal, "needle")).toEqual({ found: [], pieces: 1 })
  })

  it("other agents' lines are not found", () => {
    const journal = memoryJournal()
    journal.append([entry(1, messageDelivered("needle"), null), entry(2, messageDelivered("needle"), jakeId)])
    expect(everything(journal, "needle").found).toEqual([2])
  })
})
