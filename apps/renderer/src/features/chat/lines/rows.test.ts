import { jakeId, type MessageId } from "@kibitz/contract"
import type { NoticeItem, TranscriptItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { isLatestNotice, rowsOf } from "./rows.ts"

const at = "2026-01-01T10:00:00.000Z"
const item = (fields: object) => ({ at, ...fields }) as unknown as TranscriptItem
const you = (id: string) => item({ kind: "user", key: id, messageId: id, text: "hi" })
const reply = (step: number, content: object[], stopReason = "end_turn") =>
  item({ kind: "reply", key: `${step}`, turnId: "t", step, content, stopReason })
const text = (words: string) => ({ type: "text", text: words })
const unsent = (id: string) => ({
  agentId: jakeId,
  messageId: id as MessageId,
  text: "hi",
  delivery: "queue" as const,
  refusal: null,
})

test("a name stands where the speaker changes, and a reply that only calls tools is no line", () => {
  const rows = rowsOf(
    [you("a"), reply(1, [text("one")]), reply(2, [{ type: "tool_use" }], "tool_use"), reply(3, [text("two")]), you("b")],
    null,
    [],
  )
  expect(rows.map(({ key, isFirst }) => [key, isFirst])).toEqual([
    ["a", true],
    ["t:1", true],
    ["t:3", false],
    ["b", true],
  ])
})

test("a notice can be acted on until something is said or done; a change of mode and who comes or goes is neither", () => {
  const notice = item({ kind: "notice", key: "n" }) as NoticeItem
  const [mode, came] = [item({ kind: "app", key: "m" }), item({ kind: "presence", key: "p" })]
  expect(isLatestNotice([you("a"), notice, mode, came], notice)).toBe(true)
  expect(isLatestNotice([notice, mode, you("a")], notice)).toBe(false)
})

test("an empty reply with a reason worth a word is a line", () => {
  expect(rowsOf([reply(1, [], "refusal")], null, [])).toHaveLength(1)
  expect(rowsOf([reply(1, [text(" ")])], null, [])).toHaveLength(0)
})

test("a reply keeps its key from the first word to the journal", () => {
  expect(rowsOf([], { turnId: "t", step: 1 }, [])[0]?.key).toBe(rowsOf([reply(1, [text("x")])], null, [])[0]?.key)
})

test("U8: what was just sent is the last line, until the journal shows it", () => {
  expect(rowsOf([], null, [unsent("a")]).map(({ kind }) => kind)).toEqual(["unsent"])
  expect(rowsOf([you("a")], null, [unsent("a")]).map(({ kind }) => kind)).toEqual(["item"])
})

test("a notice after an unfinished reply knows what was kept of it", () => {
  const rows = rowsOf(
    [
      item({ kind: "draft", key: "1-draft", text: "three kept words" }),
      item({ kind: "notice", key: "1", notice: { type: "stopped" } }),
    ],
    null,
    [],
  )
  expect(rows[1]).toMatchObject({ draft: "three kept words" })
})
