import type { AgentId, FoundLine, Instant } from "@kibitz/contract"
import { expect, it } from "vitest"
import {
  choicesOf,
  everywhereLine,
  lookEverywhere,
  lookThrough,
  MOST_CONVERSATIONS,
  MOST_LINES,
  withConversation,
} from "./everywhere.ts"

const line = (seq: number): FoundLine => ({
  seq,
  key: `${seq}`,
  at: "2026-01-01T00:00:00.000Z" as Instant,
  by: "agent",
  text: `line ${seq}`,
})
const ed = "ed" as AgentId
const mira = "mira" as AgentId

it("what was found stays where it is; what is found later comes below, and conversations without any are only counted", () => {
  let so = lookEverywhere("oidc", 3)
  expect(everywhereLine(so)).toBe("0 of 3 looked through…")
  so = withConversation(so, ed, [line(9), line(4)], false)
  so = withConversation(so, mira, [], false)
  expect([so.isOver, choicesOf(so).map(({ line }) => line?.seq)]).toEqual([false, [9, 4]])
  so = withConversation(so, mira, [line(30)], false)
  expect([so.isOver, everywhereLine(so)]).toEqual([true, "3 lines in 2 of 3"])
  expect(choicesOf(so).map(({ agentId, line }) => [agentId, line?.seq])).toEqual([
    [ed, 9],
    [ed, 4],
    [mira, 30],
  ])
})

it("of a conversation with many, the newest are shown and one choice leads to the others", async () => {
  const pieces = new Map<number | null, { lines: FoundLine[]; older: number | null }>([
    [null, { lines: [line(90), line(80)], older: 70 }],
    [70, { lines: [], older: 50 }],
    [50, { lines: [line(40), line(30), line(20), line(10)], older: 5 }],
  ])
  const through = await lookThrough(async (before) => pieces.get(before) ?? expect.fail("looked further than was needed"))
  expect(through?.lines.map(({ seq }) => seq)).toEqual([90, 80, 40, 30, 20])
  const so = withConversation(lookEverywhere("x", 1), ed, through?.lines ?? [], through?.isMore ?? false)
  expect(choicesOf(so)).toHaveLength(MOST_LINES + 1)
  expect(choicesOf(so).at(-1)).toEqual({ agentId: ed, line: null })
  expect(everywhereLine(so)).toBe("5+ lines in 1 of 1")
  expect(await lookThrough(async () => null)).toBe(null)
})

it("nothing typed is nothing to look for, and it ends before the list is longer than anybody reads", () => {
  expect(lookEverywhere(" ", 5)).toMatchObject({ isOver: true, found: [] })
  let so = lookEverywhere("e", 500)
  for (let n = 0; !so.isOver; n++) so = withConversation(so, `a${n}` as AgentId, [line(n)], false)
  expect([so.looked, everywhereLine(so)]).toEqual([MOST_CONVERSATIONS, "The first 60 conversations"])
})
