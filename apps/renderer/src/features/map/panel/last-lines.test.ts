import type { Instant, LiveReply, MessageId, TurnId } from "@kibitz/contract"
import { noUsage } from "@kibitz/contract"
import type { TranscriptItem } from "@kibitz/domain"
import { expect, test } from "vitest"
import { lastLines } from "./last-lines.ts"

const replied = (text: string): TranscriptItem => ({
  kind: "reply",
  key: "1",
  at: "2026-01-01T00:00:00.000Z" as Instant,
  messageId: "m" as MessageId,
  turnId: "t" as TurnId,
  step: 1,
  content: [{ type: "text", text }],
  stopReason: "end_turn",
  stopDetail: null,
  model: "m",
  usage: noUsage,
})

test("the last words of a reply are plain prose: no marks, no fences, no signals", () => {
  const text = "# Report\n\n**hello** from `main.ts`\n\n- see [the log](https://example.com)\n```\nnpm test\n```\n\nDONE"
  expect(lastLines({ live: null, items: [replied(text)] }, "chorus")).toEqual(["hello from main.ts", "see the log", "npm test"])
})

test("so is what is being written", () => {
  const blocks = [{ kind: "text", text: "I found **two** of _them_" }]
  const live = { turnId: "t", step: 1, blocks } as unknown as LiveReply
  expect(lastLines({ live, items: [] }, "chorus")).toEqual(["I found two of them"])
})
