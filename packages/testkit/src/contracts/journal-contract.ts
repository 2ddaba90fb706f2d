// What every journal must do, fake or real.
import { AgentId, jakeId, MessageId, Recorded } from "@kibitz/contract"
import { atOnce, type Journal, type NewEntry } from "@kibitz/ports"
import { afterEach, describe, expect, test } from "vitest"
import { agentFounded, entriesAfter, entry, messageDelivered, messageQueued, turnReplied } from "../events.ts"
import { type AuditedJournal, journalAuditContract } from "./journal-audit-contract.ts"
import { journalCostContract } from "./journal-cost-contract.ts"
import { journalVersionContract } from "./journal-version-contract.ts"

const rosa = AgentId.parse("rosa")

/** `make` gives an empty journal each time; `reopen` and `tamper` close it and open what it has kept. */
export function journalContract(name: string, make: () => AuditedJournal & { dispose?(): void }): void {
  describe(`${name} keeps the journal's promises`, () => {
    const opened: { journal: Journal; dispose?(): void }[] = []
    const keep = (journal: Journal) => {
      opened.push({ journal })
      return journal
    }
    const fresh = (): AuditedJournal => {
      const made = make()
      opened.push(made)
      return { journal: made.journal, reopen: (decoder) => keep(made.reopen(decoder)), tamper: (how) => keep(made.tamper(how)) }
    }
    // The last opened is closed first: a folder goes when nothing in it is open any more.
    afterEach(() => {
      for (const { journal, dispose } of opened.splice(0).reverse()) {
        journal.close()
        dispose?.()
      }
    })

    test("an empty journal ends at 0 and has nothing", () => {
      const { journal } = fresh()
      expect([journal.last(), [...journal.since(0)], journal.savedWorld()]).toEqual([0, [], null])
      expect(journal.page(jakeId, null, 1000)).toEqual({ events: [], older: null })
    })

    test("what was appended comes back in order, word for word, and parses", () => {
      const { journal } = fresh()
      const odd = 'ä 🦉 \u0000 \u2028 "\\ \uFEFF'
      const events = [agentFounded(), messageQueued(odd), messageDelivered(odd), turnReplied("fine")]
      journal.append(entriesAfter(0, events.slice(0, 1)))
      journal.append(entriesAfter(1, events.slice(1), jakeId))
      const back = [...journal.since(0)]
      expect(back.map((each) => each.event)).toEqual(events)
      expect(back.map((each) => each.seq)).toEqual([1, 2, 3, 4])
      for (const each of back) expect(Recorded.parse(each)).toEqual(each)
      expect(journal.last()).toBe(4)
      expect([...journal.since(3)].map((each) => each.seq)).toEqual([4])
      expect([...journal.since(4)]).toEqual([])
      expect([...journal.since(99)]).toEqual([])
    })

    test("it is still there after closing and opening", () => {
      const made = fresh()
      made.journal.append(entriesAfter(0, [agentFounded(), messageDelivered("hello")], jakeId))
      made.journal.saveWorld({ seq: 2, shape: 1, json: '{"a":1}' })
      made.journal.saveWorld({ seq: 2, shape: 2, json: '{"b":"ä"}' })
      const before = [...made.journal.since(0)]
      const again = made.reopen()
      expect([again.last(), [...again.since(0)]]).toEqual([2, before])
      expect(again.savedWorld()).toEqual({ seq: 2, shape: 2, json: '{"b":"ä"}' })
      again.append([entry(3, messageDelivered("more"), jakeId)])
      expect(again.last()).toBe(3)
    })

    test("an append is all or nothing: one bad entry takes the others with it", () => {
      const { journal } = fresh()
      journal.append([entry(1, agentFounded(), jakeId)])
      const good = entry(2, messageDelivered("two"), jakeId)
      const unwritable = { ...messageDelivered("three"), text: 1n } as unknown as NewEntry["event"]
      for (const bad of [entry(4, messageDelivered("gap")), entry(2, messageDelivered("again")), entry(3, unwritable)]) {
        expect(() => journal.append([good, bad])).toThrow()
        expect([journal.last(), [...journal.since(0)].length]).toEqual([1, 1])
        expect(journal.page(jakeId, null, 1000).events).toHaveLength(1)
      }
      journal.append([good])
      expect(journal.last()).toBe(2)
    })

    test("sequence numbers must follow on", () => {
      const { journal } = fresh()
      for (const seq of [0, 2, -1]) expect(() => journal.append([entry(seq, agentFounded())])).toThrow()
      journal.append([entry(1, agentFounded())])
      for (const seq of [1, 3]) expect(() => journal.append([entry(seq, agentFounded())])).toThrow()
      expect(journal.last()).toBe(1)
    })

    test("appending nothing changes nothing", () => {
      const { journal } = fresh()
      journal.append([])
      expect(journal.last()).toBe(0)
    })

    test("what was appended can be changed by nobody afterwards", () => {
      const { journal } = fresh()
      const event = messageDelivered("as it was")
      journal.append([entry(1, event, jakeId)])
      event.text = "changed"
      const [read] = journal.page(jakeId, null, 1000).events
      Object.assign(read?.event ?? {}, { text: "changed too" })
      expect([...journal.since(0)][0]?.event).toMatchObject({ text: "as it was" })
    })

    test("reading is lazy: an append in between neither breaks it nor shows up in it, and it may be left half-way", () => {
      const { journal } = fresh()
      journal.append(
        entriesAfter(
          0,
          Array.from({ length: 50 }, (_, n) => messageDelivered(`m${n}`)),
        ),
      )
      const seen: number[] = []
      for (const { seq } of journal.since(0)) {
        seen.push(seq)
        if (seq === 10) journal.append([entry(51, messageDelivered("late"))])
      }
      expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
      for (const { seq } of journal.since(0)) if (seq === 3) break
      journal.append([entry(52, messageDelivered("later"))])
      expect(journal.last()).toBe(52)
    })

    test("a page holds one transcript only, newest first by size, shown oldest first", () => {
      const { journal } = fresh()
      const text = "x".repeat(500)
      for (let seq = 1; seq <= 40; seq++) {
        journal.append([entry(seq, messageDelivered(text), seq % 4 === 0 ? null : seq % 2 === 0 ? rosa : jakeId)])
      }
      const mine = [...journal.since(0)].filter(({ seq }) => seq % 2 === 1)
      const size = Buffer.byteLength(JSON.stringify(mine[0]?.event))
      const newest = journal.page(jakeId, null, size * 3)
      expect(newest).toEqual({ events: mine.slice(-3), older: 35 })
      expect(journal.page(jakeId, null, size * 3 - 1)).toEqual({ events: mine.slice(-2), older: 37 })
      expect(journal.page(jakeId, 35, size * 3)).toEqual({ events: mine.slice(-6, -3), older: 29 })
      expect(journal.page(rosa, null, 1_000_000)).toMatchObject({ older: null, events: { length: 10 } })
      expect(journal.page(jakeId, 1, 1000)).toEqual({ events: [], older: null })
      expect(journal.page(jakeId, 1_000, 1)).toEqual({ events: mine.slice(-1), older: 39 })
    })

    test("a page can be read forwards too, from any line to the end", () => {
      const { journal } = fresh()
      const text = "x".repeat(500)
      for (let seq = 1; seq <= 40; seq++) {
        journal.append([entry(seq, messageDelivered(text), seq % 4 === 0 ? null : seq % 2 === 0 ? rosa : jakeId)])
      }
      const mine = [...journal.since(0)].filter(({ seq }) => seq % 2 === 1)
      const size = Buffer.byteLength(JSON.stringify(mine[0]?.event))
      expect(journal.pageAfter(jakeId, 0, size * 3)).toEqual({ events: mine.slice(0, 3), newer: 5 })
      expect(journal.pageAfter(jakeId, 5, size * 3)).toEqual({ events: mine.slice(3, 6), newer: 11 })
      expect(journal.pageAfter(jakeId, 4, size * 3 - 1)).toEqual({ events: mine.slice(2, 4), newer: 7 })
      expect(journal.pageAfter(jakeId, 35, 1_000_000)).toEqual({ events: mine.slice(-2), newer: null })
      expect(journal.pageAfter(jakeId, 39, 1000)).toEqual({ events: [], newer: null })
      expect(journal.pageAfter(jakeId, 1, 1)).toEqual({ events: mine.slice(1, 2), newer: 3 })
    })

    test("a page holds at least one entry, however large, and its size is counted in bytes, not characters", () => {
      const { journal } = fresh()
      journal.append([entry(1, messageDelivered("small"), jakeId), entry(2, messageDelivered("ä".repeat(100_000)), jakeId)])
      expect(journal.page(jakeId, null, 10)).toMatchObject({ events: [{ seq: 2 }], older: 2 })
      expect(journal.page(jakeId, null, 150_000)).toMatchObject({ events: [{ seq: 2 }], older: 2 })
      expect(journal.page(jakeId, null, 300_000)).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }], older: null })
    })

    test("pages put together are the whole transcript, whatever their size", () => {
      const { journal } = fresh()
      const events = Array.from({ length: 100 }, (_, n) => messageDelivered("y".repeat((n * 37) % 900)))
      journal.append(entriesAfter(0, events, jakeId))
      for (const bytes of [1, 400, 1000, 5000, 100_000]) {
        const whole: Recorded[] = []
        let before: number | null = null
        do {
          const page = journal.page(jakeId, before, bytes)
          whole.unshift(...page.events)
          before = page.older
        } while (before !== null)
        expect(whole).toEqual([...journal.since(0)])
      }
    })

    test("knows every message that was queued or delivered, per agent and for ever, and no other id", () => {
      const made = fresh()
      const id = (name: string) => MessageId.parse(name)
      made.journal.append(
        entriesAfter(0, [
          messageQueued("waits", { messageId: id("waiting") }),
          messageDelivered("taken at once", { messageId: id("taken") }),
          messageQueued("for Rosa", { agentId: rosa, messageId: id("hers") }),
          messageQueued("taken back", { messageId: id("withdrawn") }),
          { type: "message.withdrawn", agentId: jakeId, messageId: id("withdrawn") },
          turnReplied("an answer", { messageId: id("answer") }),
        ]),
      )
      made.journal.append(
        entriesAfter(
          6,
          Array.from({ length: 200 }, (_, n) => messageDelivered("later", { messageId: id(`m${n}`) })),
        ),
      )
      for (const open of [() => made.journal, () => made.reopen()]) {
        const journal = open()
        for (const known of ["waiting", "taken", "withdrawn", "m0", "m199"])
          expect(journal.hasMessage(jakeId, id(known))).toBe(true)
        expect([journal.hasMessage(rosa, id("hers")), journal.hasMessage(jakeId, id("hers"))]).toEqual([true, false])
        for (const other of ["answer", "m200", "never"]) expect(journal.hasMessage(jakeId, id(other))).toBe(false)
        expect(journal.hasMessage(rosa, id("waiting"))).toBe(false)
      }
    })

    test("F14 the checks find nothing wrong with what was written, and name an entry that is gone", () => {
      const made = fresh()
      for (let seq = 1; seq <= 9; seq++) {
        made.journal.append([entry(seq, messageDelivered(`m${seq}`), seq % 3 === 0 ? rosa : jakeId)])
        made.journal.check()
        expect(atOnce(made.journal.verifyEvents())).toBe("")
      }
      const again = made.reopen()
      again.check()
      expect(atOnce(again.verifyEvents())).toBe("")
    })

    test("F14 an entry that was taken out is named", () => {
      const made = fresh()
      made.journal.append(entriesAfter(0, [agentFounded(), messageDelivered("two"), messageDelivered("three")], jakeId))
      expect(atOnce(made.tamper({ type: "delete-event", seq: 2 }).verifyEvents())).toBe("entry 2 of the journal is missing")
    })

    test("a closed journal refuses instead of losing", () => {
      const { journal } = fresh()
      journal.close()
      expect(() => journal.append([entry(1, agentFounded())])).toThrow()
      expect(() => journal.page(jakeId, null, 1000)).toThrow()
      journal.close()
    })

    journalAuditContract(fresh)
    journalCostContract(fresh)
    journalVersionContract(fresh)
  })
}
