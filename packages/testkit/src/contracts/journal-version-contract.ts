// What every journal must do about events of other versions of Kibitz: part of the journal's suite.
import { AgentId, type Event, type EventDecoder, type Instant, jakeId } from "@kibitz/contract"
import { atOnce, type Journal, StorageFailure } from "@kibitz/ports"
import { describe, expect, test } from "vitest"
import { agentFounded, callAllowed, entry, instantOf, messageDelivered, turnReplied } from "../events.ts"
import { laterDecoder, moodOf, toyMade } from "../later-kibitz.ts"
import { auditOf } from "./journal-audit-contract.ts"

export type ReopenedJournal = {
  journal: Journal
  /** Closes it and opens what it has kept; with a decoder: by another version of Kibitz. */
  reopen(decoder?: EventDecoder): Journal
}

const rosa = AgentId.parse("rosa")
const long = 1_000_000
const always = "2000-01-01T00:00:00.000Z" as Instant

function failureOf(read: () => unknown): unknown {
  try {
    read()
    return null
  } catch (cause) {
    return cause instanceof StorageFailure ? [cause.kind, cause.message] : cause
  }
}

/** Every way to an event of Jake's transcript. */
const ways: readonly [string, (journal: Journal) => readonly unknown[]][] = [
  ["since", (journal) => [...journal.since(0)]],
  ["page", (journal) => journal.page(jakeId, null, long).events],
  ["pageAfter", (journal) => journal.pageAfter(jakeId, 0, long).events],
]

function withReply(later: Journal): Journal {
  const mood: Event = Object.assign(turnReplied("newer"), { mood: "merry" })
  later.append([entry(later.last() + 1, mood, jakeId)])
  return later
}

export function journalVersionContract(fresh: () => ReopenedJournal): void {
  describe("events of other versions", () => {
    test.each(ways)("%s brings older events up to date", (_, read) => {
      const made = fresh()
      made.journal.append([entry(1, turnReplied("older"), jakeId)])
      const later = withReply(made.reopen(laterDecoder))
      expect(read(later).map((recorded) => moodOf(recorded as never))).toEqual(["calm", "merry"])
    })

    test("the cost is the sum over all versions", () => {
      const made = fresh()
      const priced = (costUsd: number) => turnReplied("x", { costUsd })
      made.journal.append([entry(1, priced(1), jakeId)])
      const later = made.reopen(laterDecoder)
      later.append([entry(2, Object.assign(priced(2), { mood: "merry" }), jakeId)])
      expect(later.cost(always).agents).toMatchObject([{ agentId: jakeId, costUsd: 3 }])
    })

    const sentence = (seq: number, type: string, version: number) =>
      `Entry ${seq} is an event "${type}" of version ${version}, which this version of Kibitz does not know. Update Kibitz to work in this project.`

    test.each(ways)("%s refuses a version that it does not know, with a sentence", (_, read) => {
      const made = fresh()
      made.journal.append([entry(1, messageDelivered("hello"), jakeId)])
      withReply(made.reopen(laterDecoder)).close()
      const journal = made.reopen()
      expect(failureOf(() => read(journal))).toEqual(["unknown-event", sentence(2, "turn.replied", 2)])
    })

    test.each(ways)("%s refuses a type that it does not know, with a sentence", (_, read) => {
      const made = fresh()
      made.journal.append([entry(1, messageDelivered("hello"), jakeId)])
      made.reopen(laterDecoder).append([entry(2, toyMade("car"), jakeId)])
      const journal = made.reopen()
      expect(failureOf(() => read(journal))).toEqual(["unknown-event", sentence(2, "toy.made", 1)])
    })

    test("the cost refuses a reply of a version that it does not know, and nothing else", () => {
      const made = fresh()
      made.journal.append([entry(1, turnReplied("fine"), jakeId)])
      const later = made.reopen(laterDecoder)
      later.append([entry(2, toyMade("car"), jakeId)])
      expect(made.reopen().cost(instantOf(2))).toEqual({ hours: [], agents: [] })
      withReply(made.reopen(laterDecoder))
      expect(failureOf(() => made.reopen().cost(always))).toEqual(["unknown-event", expect.stringContaining("Entry ")])
    })

    test("what has nothing to do with an unknown event can still be read, and the checks hold", () => {
      const made = fresh()
      made.journal.append([entry(1, agentFounded(), null), entry(2, messageDelivered("hi", { agentId: rosa }), rosa)])
      const later = made.reopen(laterDecoder)
      later.append([
        entry(3, toyMade("car"), jakeId),
        { ...entry(4, callAllowed({ callId: auditOf(4).callId ?? undefined }), jakeId), audit: auditOf(4) },
      ])
      const journal = made.reopen()
      expect(journal.page(rosa, null, long).events).toHaveLength(1)
      expect([journal.last(), atOnce(journal.verifyEvents()), atOnce(journal.verifyAudit())]).toEqual([
        4,
        "",
        { ok: true, entries: 1, problem: "" },
      ])
    })
  })
}
