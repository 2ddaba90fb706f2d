import type { Instant } from "@kibitz/contract"
import type { PresenceItem, TranscriptItem } from "@kibitz/domain"
import fc from "fast-check"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { foldAround, isUnspoken, type Row, rowsOf } from "./rows.ts"
import { VisitsRow } from "./visits-row.tsx"

const made = {
  joined: { kind: "presence", what: "joined" },
  left: { kind: "presence", what: "left", stayedMs: 1000, cause: "zoom-out" },
  quit: { kind: "presence", what: "left", stayedMs: 1000, cause: "quit" },
  crashed: { kind: "presence", what: "left", stayedMs: 1000, cause: "recovered" },
  says: { kind: "reply", turnId: "t", content: [{ type: "text", text: "so" }], stopReason: "end_turn" },
  /** Is not drawn. */
  silent: { kind: "reply", turnId: "t", content: [], stopReason: "end_turn" },
  asked: { kind: "user", text: "hi", from: null },
  posture: { kind: "app", line: "", text: "Phase: planning → execution" },
  goes: { kind: "note", note: "continuation", messageId: "m", text: "[Kibitz] continuation", from: null },
} as const
type Made = keyof typeof made
const kinds = Object.keys(made) as Made[]

const minute = (at: number) => `2026-01-01T10:${String(at).padStart(2, "0")}:00.000Z` as Instant
const story = (...names: readonly Made[]) =>
  names.map(
    (name, at) => ({ at: minute(at), key: `k${at}`, messageId: `m${at}`, step: at, ...made[name] }) as unknown as TranscriptItem,
  )
const keysOf = (rows: readonly Row[]) => rows.flatMap((row) => (row.kind === "item" ? [row.item.key] : []))
const shown = (rows: readonly Row[]) =>
  rows.map((row) => (row.kind === "visits" ? `${row.visits.length} visits` : row.kind === "item" ? row.item.key : row.kind))
const foldsIn = (rows: readonly Row[]) => rows.flatMap((row) => (row.kind === "visits" ? [row] : []))
const only = (rows: readonly Row[]) => foldsIn(rows)[0] ?? expect.fail("no fold")

describe("visits in which nothing was said", () => {
  it("are one line when there are two or more in a row; who is there sees when they came", () => {
    expect(shown(rowsOf(story("says", "joined", "left"), null, []))).toEqual(["k0", "k1", "k2"])
    const items = story("says", "joined", "left", "joined", "quit", "joined", "left", "joined")
    expect(shown(rowsOf(items, null, []))).toEqual(["k0", "3 visits", "k7"])
  })

  it("end where something was said, done or broken off, and where what was done meanwhile is told", () => {
    const items = story("joined", "left", "joined", "left", "joined", "posture", "left", "joined", "crashed", "joined", "left")
    expect(shown(rowsOf(items, null, []))).toEqual(["2 visits", "k4", "k5", "k6", "k7", "k8", "k9", "k10"])
    const away = story("joined", "left", "goes", "silent", "joined", "left")
    expect(shown(rowsOf(away, null, []))).toEqual(["k0", "k1", "away", "k4", "k5"])
    expect(shown(rowsOf(story("joined", "left", "joined", "left"), null, [], { since: minute(2) }))).toEqual([
      "k0",
      "k1",
      "k2",
      "since",
      "k3",
    ])
  })

  it("open to each of them and close again, and stay open when earlier pages come and later visits end", () => {
    const items = story("joined", "left", "joined", "left", "joined", "left")
    const page = items.slice(2)
    const opened = new Set([only(rowsOf(page, null, [])).key])
    expect(shown(rowsOf(page, null, [], { opened }))).toEqual(["2 visits", "k2", "k3", "k4", "k5"])
    const whole = rowsOf(items, null, [], { opened })
    expect(shown(whole)).toEqual(["3 visits", "k0", "k1", "k2", "k3", "k4", "k5"])
    // The same name: what closes it is what opened it.
    expect(opened.has(only(whole).key)).toBe(true)
    expect(only(rowsOf(items.slice(0, 4), null, [], { opened: new Set(["visit k0"]) })).isOpen).toBe(true)
  })

  it("can be reached by who looks for one of them, and are nothing that was said", () => {
    const items = story("joined", "left", "joined", "left")
    const rows = rowsOf(items, null, [])
    expect(foldAround(rows, "k1")).toBe(only(rows).key)
    expect(rows.every(isUnspoken)).toBe(true)
    expect(rowsOf(story("says"), null, []).every(isUnspoken)).toBe(false)
  })

  it("are told as a button that says how many, when the last was and whether it is open", () => {
    const row = only(rowsOf(story("joined", "left", "joined", "left"), null, []))
    const drawn = renderToStaticMarkup(VisitsRow({ row, onToggle: () => {} }))
    expect(drawn).toMatch(/<button[^>]*aria-expanded="false"/)
    expect(drawn.replace(/<[^>]*>/g, "")).toMatch(/^2 visits without a word · last .*\d/)
    expect(drawn).toContain(`dateTime="${minute(2)}"`)
  })
})

describe("whatever happened", () => {
  const stories = fc.array(fc.constantFrom(...kinds, ...(["joined", "left", "joined", "left"] as const)), { maxLength: 40 })

  it("nothing but whole empty visits is folded, in order, each once, and never one that is not over", () => {
    fc.assert(
      fc.property(stories, fc.option(fc.nat(40)), (names, sinceAt) => {
        const items = story(...names)
        const since = sinceAt === null ? null : minute(sinceAt)
        const rows = rowsOf(items, null, [], { since })
        for (const { visits, hidden } of foldsIn(rows)) {
          expect(visits.length).toBeGreaterThan(1)
          expect(hidden).toEqual(visits.flatMap(({ joined, left }) => [joined, left]))
          for (const { joined, left } of visits) {
            expect([joined.what, left.what, cause(left) === "recovered", joined.at === since]).toEqual([
              "joined",
              "left",
              false,
              false,
            ])
            expect(between(items, joined, left)).toEqual([])
          }
          const [first, last] = [visits[0]?.joined, visits.at(-1)?.left]
          const inside = first && last ? between(items, first, last) : expect.fail("a fold of nothing")
          expect([first, ...inside, last]).toEqual(hidden)
        }
        const last = items.findLast(({ kind }) => kind === "presence")
        if (last?.kind === "presence" && last.what === "joined") expect(keysOf(rows)).toContain(last.key)
      }),
    )
  })

  it("opened, every line is there and in its order: as if nothing were folded", () => {
    fc.assert(
      fc.property(stories, (names) => {
        const items = story(...names)
        const folded = rowsOf(items, null, [])
        const every = new Set(folded.flatMap((row) => ("hidden" in row ? [row.key] : [])))
        const open = rowsOf(items, null, [], { opened: every })
        expect(keysOf(open)).toEqual(drawn(items).map(({ key }) => key))
        // Folded, it is the same with single lines taken out: nothing else moves.
        const hidden = new Set(folded.flatMap((row) => ("hidden" in row && !row.isOpen ? row.hidden.map(({ key }) => key) : [])))
        expect(keysOf(folded)).toEqual(keysOf(open).filter((key) => !hidden.has(key)))
      }),
    )
  })

  it("opening or closing one leaves every line above it as it was, and those below in their order", () => {
    fc.assert(
      fc.property(stories, (names) => {
        const items = story(...names)
        const before = rowsOf(items, null, [])
        for (const [at, row] of before.entries()) {
          if (row.kind !== "visits") continue
          const after = rowsOf(items, null, [], { opened: new Set([row.key]) })
          expect(after.slice(0, at)).toEqual(before.slice(0, at))
          expect(after[at]).toEqual({ ...row, isOpen: true })
          expect(after.slice(at + 1 + row.hidden.length)).toEqual(before.slice(at + 1))
        }
      }),
    )
  })
})

function cause(item: PresenceItem): string {
  return item.what === "left" ? item.cause : ""
}

/** What is drawn, and the continuations, which are told as what was done meanwhile. */
function between(items: readonly TranscriptItem[], from: TranscriptItem, to: TranscriptItem): readonly TranscriptItem[] {
  return items.slice(items.indexOf(from) + 1, items.indexOf(to)).filter((item) => isDrawn(item) || item.kind === "note")
}

function drawn(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.filter(isDrawn)
}

function isDrawn(item: TranscriptItem): boolean {
  return item.kind !== "note" && !(item.kind === "reply" && item.content.length === 0)
}
