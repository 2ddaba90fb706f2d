import type { TranscriptItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { foldAround, rowsOf } from "./rows.ts"

let count = 0
const item = (fields: object) => {
  count += 1
  return { at: "2026-01-01T10:00:00.000Z", key: `${count}`, ...fields } as unknown as TranscriptItem
}
const call = (capability: string, status = "done") => item({ kind: "call", callId: `c${count}`, capability, input: {}, status })
const says = (text: string) =>
  item({ kind: "reply", turnId: `t${count}`, step: 1, content: [{ type: "text", text }], stopReason: "tool_use" })
const kinds = (items: TranscriptItem[], opened?: ReadonlySet<string>) =>
  rowsOf(items, null, [], { ...(opened ? { opened } : {}) }).map((row) =>
    row.kind === "calls" ? `${row.calls.length}×` : row.kind === "item" ? row.item.kind : row.kind,
  )

test("calls of one kind in a row are one line once something follows them, over replies that say nothing", () => {
  const run = [call("read_file"), says(""), call("read_file"), call("read_file")]
  expect(kinds(run)).toEqual(["call", "call", "call"])
  expect(kinds([...run, says("so")])).toEqual(["3×", "reply"])
  expect(kinds([...run, call("bash")])).toEqual(["3×", "call"])
})

test("what failed, waits or runs, and what changes something, is a line of its own", () => {
  const items = [call("read_file"), call("read_file", "failed"), call("read_file"), call("bash"), call("bash"), says("so")]
  expect(kinds(items)).toEqual(["call", "call", "call", "call", "call", "reply"])
})

test("opened, it shows each of them; a line that is hidden says what to open", () => {
  const items = [call("read_file"), call("read_file"), says("so")]
  const rows = rowsOf(items, null, [])
  const key = foldAround(rows, items[1]?.key ?? "")
  expect(key).toBe(rows[0]?.key)
  expect(kinds(items, new Set([key ?? ""]))).toEqual(["2×", "call", "call", "reply"])
  expect(foldAround(rows, items[2]?.key ?? "")).toBeNull()
})
