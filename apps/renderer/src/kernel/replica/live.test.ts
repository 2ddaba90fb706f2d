import { jakeId, type LiveDelta, type LiveReply, type TurnId } from "@kibitz/contract"
import fc from "fast-check"
import { expect, test } from "vitest"
import { stream } from "./live.ts"

const turnId = "t1" as TurnId
const delta = (text: string, offset: number, more: Partial<LiveDelta> = {}): LiveDelta => ({
  agentId: jakeId,
  turnId,
  step: 1,
  attempt: 1,
  block: 0,
  kind: "text",
  offset,
  text,
  ...more,
})
const textOf = (result: ReturnType<typeof stream>) =>
  result.kind === "grown" ? result.live?.blocks.map((block) => block.text) : "gap"

test("text grows, block by block", () => {
  const deltas = [delta("Hel", 0), delta("lo", 3), delta("hm", 0, { block: 1, kind: "thinking" })]
  expect(textOf(stream(null, deltas, null))).toEqual(["Hello", "hm"])
})

test("whatever part of a text a snapshot already holds, the rest arrives once", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(60), fc.integer({ min: 1, max: 9 }), (text, known, step) => {
      const start = text.slice(0, known)
      const live: LiveReply | null =
        start === "" ? null : { agentId: jakeId, turnId, step: 1, attempt: 1, blocks: [{ kind: "text", text: start }] }
      const deltas: LiveDelta[] = []
      for (let at = 0; at < text.length; at += step) deltas.push(delta(text.slice(at, at + step), at))
      expect(textOf(stream(live, deltas, null)) ?? []).toEqual(text === "" ? [] : [text])
    }),
  )
})

test("lost text is noticed", () => {
  expect(stream(null, [delta("lo", 3)], null).kind).toBe("gap")
  expect(textOf(stream(null, [delta("Hel", 0), delta("x", 9)], null))).toBe("gap")
  expect(textOf(stream(null, [delta("a", 0), delta("b", 4, { block: 2 })], null))).toBe("gap")
})

test("a new attempt starts over, and what is late for a finished or older reply is nothing", () => {
  const first = stream(null, [delta("old", 0)], null)
  const live = first.kind === "grown" ? first.live : null
  expect(textOf(stream(live, [delta("new", 0, { attempt: 2 }), delta("late", 3)], null))).toEqual(["new"])
  expect(stream(null, [delta("late", 0)], { turnId, step: 1, attempt: Number.POSITIVE_INFINITY })).toEqual({
    kind: "grown",
    live: null,
  })
  expect(textOf(stream(null, [delta("next", 0, { step: 2 })], { turnId, step: 1, attempt: Number.POSITIVE_INFINITY }))).toEqual([
    "next",
  ])
})

test("a block that says nothing is no gap", () => {
  expect(textOf(stream(null, [delta("after hidden thinking", 0, { block: 1 })], null))).toEqual(["", "after hidden thinking"])
  expect(textOf(stream(null, [delta("a", 0), delta("c", 0, { block: 2 })], null))).toEqual(["a", "", "c"])
})
