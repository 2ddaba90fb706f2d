import type { TranscriptItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { awaySpans, continuedLine } from "./away.ts"
import { rowsOf } from "./rows.ts"

let count = 0
const item = (fields: object) => {
  count += 1
  return { at: "2026-01-01T10:00:00.000Z", key: `${count}`, ...fields } as unknown as TranscriptItem
}
const joined = () => item({ kind: "presence", what: "joined" })
const left = () => item({ kind: "presence", what: "left", stayedMs: 1000, cause: "zoom-out" })
const go = () => item({ kind: "note", note: "continuation", messageId: "m", text: "[Kibitz] continuation", from: null })
const reply = (text: string) =>
  item({ kind: "reply", turnId: `t${count}`, step: 1, content: [{ type: "text", text }], stopReason: "end_turn" })
const call = () => item({ kind: "call", callId: "c", capability: "read_file", input: {}, status: "done" })
const report = () => item({ kind: "note", note: "report", messageId: "r", text: "Ed is done.", from: "ed" })
const kinds = (items: TranscriptItem[], opened?: ReadonlySet<string>) =>
  rowsOf(items, null, [], { ...(opened ? { opened } : {}) }).map((row) => (row.kind === "item" ? row.item.kind : row.kind))

test("OPM-4: continuations while the user was out are one line, and what was said last stays to be read", () => {
  const items = [joined(), reply("hi"), left(), go(), reply("one"), call(), go(), reply("two"), joined()]
  expect(kinds(items)).toEqual(["presence", "reply", "presence", "away", "reply", "presence"])
  expect(awaySpans(items, () => true)).toMatchObject([{ from: 3, to: 7, times: 2 }])
})

test("opened, the line shows everything that happened, and no prompt of Kibitz among it", () => {
  const items = [left(), go(), reply("one"), go(), reply("two"), joined()]
  const [span] = awaySpans(items, () => true)
  expect(kinds(items, new Set([span?.key ?? ""]))).toEqual(["presence", "away", "reply", "reply", "presence"])
})

test("what has a reason of its own to be read is not hidden", () => {
  const items = [left(), go(), reply("one"), report(), reply("thanks"), go(), reply("two"), joined()]
  expect(kinds(items)).toEqual(["presence", "away", "reply", "note", "reply", "away", "reply", "presence"])
})

test("a page that begins in the middle of an absence is read as one; with the user there nothing is hidden", () => {
  expect(kinds([go(), reply("one"), call(), joined()])).toEqual(["away", "presence"])
  expect(kinds([joined(), go(), reply("one"), call(), left()])).toEqual(["presence", "reply", "call", "presence"])
})

test("how often, in words", () => {
  expect([1, 3].map(continuedLine)).toEqual(["continued once while you were out", "continued 3 times while you were out"])
})
