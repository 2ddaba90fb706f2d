// What every journal must do for the audit log (T29, AXS-4): part of the journal's suite.
import {
  AgentId,
  AuditBody,
  AuditEntry,
  type AuditFilter,
  type AuditKind,
  CallId,
  defaultPosture,
  type EventDecoder,
  jakeId,
  type Seq,
} from "@kibitz/contract"
import { atOnce, type Journal, type NewEntry } from "@kibitz/ports"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { agentFounded, callAllowed, entry, instantOf, messageDelivered } from "../events.ts"
import type { Tampering } from "../memory-audit.ts"

export type AuditedJournal = {
  journal: Journal
  /** With a decoder: by another version of Kibitz. */
  reopen(decoder?: EventDecoder): Journal
  /** Closes it, does that to what it has kept, and opens it again. */
  tamper(how: Tampering): Journal
}

const rosa = AgentId.parse("rosa")
const callOf = (seq: Seq) => CallId.parse(`call_${seq}`)

export function auditOf(seq: Seq, fields: Partial<AuditBody> = {}): AuditBody {
  return {
    seq,
    at: instantOf(seq),
    kind: "decision",
    agentId: jakeId,
    callId: callOf(seq),
    posture: defaultPosture,
    rule: "reads",
    because: 'reading is allowed: ä 🦉 \u0000 "\\',
    facts: { capability: "read_file", decision: "allow", input: { path: "README.md" } },
    ...fields,
  }
}

function audited(seq: Seq, fields: Partial<AuditBody> = {}): NewEntry {
  return { ...entry(seq, callAllowed({ callId: fields.callId ?? callOf(seq) }), jakeId), audit: auditOf(seq, fields) }
}

/** Entries 1 … `count` of the log are about the events 2, 4, 6 …; the events between are not audited. */
function fill(journal: Journal, count: number): void {
  for (let n = 1; n <= count; n++) journal.append([entry(2 * n - 1, messageDelivered(`m${n}`), jakeId), audited(2 * n)])
}

export function journalAuditContract(fresh: () => AuditedJournal): void {
  describe("the audit log", () => {
    test("an empty log holds, and has no pages", () => {
      const { journal } = fresh()
      expect(atOnce(journal.verifyAudit())).toEqual({ ok: true, entries: 0, problem: "" })
      expect(journal.audit({}, null, 10)).toEqual({ entries: [], older: null })
    })

    test("what was audited comes back word for word, numbered from 1, newest first, and is still there after opening again", () => {
      const made = fresh()
      fill(made.journal, 3)
      const { entries, older } = made.journal.audit({}, null, 10)
      expect(older).toBeNull()
      expect(entries.map(({ mac: _, entry: __, ...body }) => body)).toEqual([6, 4, 2].map((seq) => auditOf(seq)))
      expect(entries.map((each) => each.entry)).toEqual([3, 2, 1])
      for (const each of entries) expect(AuditEntry.parse(each)).toEqual(each)
      const again = made.reopen()
      expect(again.audit({}, null, 10).entries).toEqual(entries)
      again.append([audited(7)])
      expect(atOnce(again.verifyAudit())).toEqual({ ok: true, entries: 4, problem: "" })
    })

    test("pages put together are the whole log, whatever their size, and end where nothing older is", () => {
      const { journal } = fresh()
      fill(journal, 11)
      for (const limit of [1, 3, 11, 50]) {
        const seen: number[] = []
        let before: number | null = null
        do {
          const page = journal.audit({}, before, limit)
          expect(page.entries.length).toBeLessThanOrEqual(limit)
          seen.push(...page.entries.map((each) => each.entry))
          before = page.older
        } while (before !== null)
        expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
      }
    })

    test("a filter narrows by agent, call, kind and time, alone and together", () => {
      const { journal } = fresh()
      const kinds: readonly AuditKind[] = ["decision", "receipt", "transition"]
      for (let seq = 1; seq <= 12; seq++) {
        const kind = kinds[seq % 3] as AuditKind
        const fields = { agentId: seq % 2 === 0 ? jakeId : rosa, callId: CallId.parse(`call_${seq >> 1}`) }
        journal.append([audited(seq, { kind, ...fields })])
      }
      const found = (filter: AuditFilter) => journal.audit(filter, null, 50).entries.map((each) => each.entry)
      expect(found({ agentId: rosa })).toEqual([11, 9, 7, 5, 3, 1])
      expect(found({ callId: callOf(2) })).toEqual([5, 4])
      expect(found({ kind: "receipt" })).toEqual([10, 7, 4, 1])
      expect(found({ since: instantOf(11) })).toEqual([12, 11])
      expect(found({ kind: "receipt", agentId: jakeId, since: instantOf(5) })).toEqual([10])
      expect(journal.audit({ agentId: rosa }, 9, 2)).toMatchObject({ entries: [{ entry: 7 }, { entry: 5 }], older: 5 })
      expect(found({ agentId: AgentId.parse("nobody") })).toEqual([])
    })

    test("events and audit are one transaction: what cannot be audited does not happen (AXS-4)", () => {
      const { journal } = fresh()
      journal.append([audited(1)])
      const unwritable = { ...audited(3), audit: { ...auditOf(3), facts: { n: 1n as unknown as number } } }
      const others = [
        auditOf(1),
        auditOf(3, { callId: callOf(1) }),
        auditOf(3, { facts: { capability: "bash" } }),
        auditOf(3, { facts: { decision: "deny" } }),
      ].map((audit) => ({ ...audited(3), audit }))
      for (const bad of [unwritable, ...others, entry(9, agentFounded())]) {
        expect(() => journal.append([audited(2), bad])).toThrow()
        expect([journal.last(), atOnce(journal.verifyAudit())]).toEqual([1, { ok: true, entries: 1, problem: "" }])
      }
      journal.append([audited(2), audited(3)])
      expect([journal.last(), atOnce(journal.verifyAudit()).entries]).toEqual([3, 3])
    })

    test("each way to tamper is found and named (T29, K14)", () => {
      const cases: [Tampering, RegExp][] = [
        [{ type: "change", entry: 17, byte: 40 }, /^entry 17 of 2026-01-01T00:00:34\.000Z: its content was changed$/],
        [{ type: "change", entry: 20, byte: 3 }, /^entry 20 of .*: its content was changed$/],
        [{ type: "delete", entry: 18 }, /^entry 18 is missing$/],
        [{ type: "delete", entry: 1 }, /^entry 1 is missing$/],
        [{ type: "delete", entry: 20 }, /^the last entry was cut off/],
        [{ type: "cut", entries: 3 }, /^the last 3 entries were cut off/],
        [{ type: "cut", entries: 20 }, /^the last 20 entries were cut off/],
        [{ type: "swap", one: 4, other: 9 }, /^entry 4 of .*: its content was changed$/],
        [{ type: "change-event", seq: 8 }, /^entry 4.*: event 8 of the journal, which it is about, was changed$/],
        [{ type: "delete-event", seq: 40 }, /^entry 20.*: event 40 of the journal, which it is about, is missing$/],
        [{ type: "change-head" }, /^the record of where the log ends was changed$/],
        [{ type: "key", key: "another" }, /^the key is another one/],
        [{ type: "key", key: "lost" }, /^its key .*is missing/],
      ]
      for (const [how, problem] of cases) {
        const made = fresh()
        fill(made.journal, 20)
        expect(atOnce(made.tamper(how).verifyAudit()), JSON.stringify(how)).toMatchObject({
          ok: false,
          problem: expect.stringMatching(problem),
        })
      }
    })

    test("whatever byte is changed, whichever entry is deleted, swapped or cut off, the first one that does not hold is named (T29)", () => {
      const size = 8
      const number = fc.integer({ min: 1, max: size })
      const tampering = fc.oneof(
        fc.record({ type: fc.constant("change" as const), entry: number, byte: fc.nat(2000) }),
        fc.record({ type: fc.constant("delete" as const), entry: number }),
        fc.record({ type: fc.constant("cut" as const), entries: number }),
        fc.record({ type: fc.constant("swap" as const), one: number, other: number }).filter(({ one, other }) => one !== other),
      )
      fc.assert(
        fc.property(tampering, (how) => {
          const made = fresh()
          fill(made.journal, size)
          const { ok, problem } = atOnce(made.tamper(how).verifyAudit())
          expect(ok).toBe(false)
          expect(problem).toMatch(expectedFor(how, size))
        }),
        { numRuns: 40 },
      )
    })

    test("a log without its key, or without its end, is not written on: nothing is done that cannot be put on record (AXS-4)", () => {
      const cases: Tampering[] = [
        { type: "key", key: "lost" },
        { type: "key", key: "another" },
        { type: "cut", entries: 1 },
        { type: "change-head" },
      ]
      for (const how of cases) {
        const made = fresh()
        fill(made.journal, 2)
        const journal = made.tamper(how)
        expect(() => journal.append([entry(5, messageDelivered("with it")), audited(6)])).toThrow("could not be put on record")
        expect(journal.last()).toBe(4)
        journal.append([entry(5, messageDelivered("not audited"))])
        expect([journal.last(), atOnce(journal.verifyAudit()).ok]).toEqual([5, false])
      }
    })

    test("what was audited can be changed by nobody afterwards", () => {
      const { journal } = fresh()
      const written = audited(1)
      journal.append([written])
      Object.assign(written.audit ?? {}, { because: "changed" })
      Object.assign(journal.audit({}, null, 1).entries[0] ?? {}, { because: "changed too" })
      expect(journal.audit({}, null, 1).entries[0]?.because).toBe(auditOf(1).because)
      expect(AuditBody.parse(journal.audit({}, null, 1).entries[0])).toEqual(auditOf(1))
      expect(atOnce(journal.verifyAudit()).ok).toBe(true)
    })
  })
}

function expectedFor(how: Tampering, size: number): RegExp {
  switch (how.type) {
    case "change":
      return new RegExp(`^entry ${how.entry} `)
    case "delete":
      return how.entry === size ? /cut off/ : new RegExp(`^entry ${how.entry} is missing$`)
    case "swap":
      return new RegExp(`^entry ${Math.min(how.one, how.other)} `)
    default:
      return /cut off/
  }
}
