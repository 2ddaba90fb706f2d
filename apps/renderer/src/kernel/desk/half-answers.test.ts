import { MESSAGE_TEXT_LIMIT, type QuestionItem, type World } from "@kibitz/contract"
import fc from "fast-check"
import { expect, test } from "vitest"
import { keepOf, refusing } from "../keep/testing/keep.ts"
import { createHalfAnswers, type HalfAnswer, halfAnswer } from "./half-answers.ts"
import { MOST_KEPT } from "./kept-answers.ts"

const question = (id: string, options: number) =>
  ({ kind: "question", id, agentId: "ed", options: Array.from({ length: options }) }) as unknown as QuestionItem
const waiting = (...items: QuestionItem[]) => Object.fromEntries(items.map((one) => [one.id, one])) as World["attention"]
const at = (id: string) => `kibitz.answer.${id}`
const untouched = { choice: null, own: "", isForAll: true }

test("what is chosen and written for a question is kept for that one, and the rest of it stays as it was", () => {
  const answers = createHalfAnswers(keepOf())
  const [which, open] = [question("q1", 3), question("q2", 0)]
  answers.change(which, { own: "something smaller" })
  answers.change(which, { choice: 1 })
  answers.change(which, { isForAll: false })
  const now = answers.store.getState()
  expect(halfAnswer(now, which)).toEqual({ choice: 1, own: "something smaller", isForAll: false })
  expect(halfAnswer(now, open)).toEqual({ choice: "own", own: "", isForAll: true })
})

test("it is gone when the question is settled, not while another one is", () => {
  const keep = keepOf()
  const answers = createHalfAnswers(keep)
  const [which, open] = [question("q1", 3), question("q2", 0)]
  answers.change(which, { choice: 0 })
  answers.change(open, { own: "kibitz" })
  answers.dropSettled(waiting(open))
  expect([...answers.store.getState().keys()]).toEqual([open.id])
  expect(Object.keys(keep)).toEqual([at("q2")])
  const before = answers.store.getState()
  answers.dropSettled(waiting(open))
  expect(answers.store.getState()).toBe(before)
})

test("it is there after a restart; what was settled meanwhile is not, nor is anything of it left behind", () => {
  const keep = keepOf()
  const [which, open, looked] = [question("q1", 3), question("q2", 0), question("q3", 2)]
  const before = createHalfAnswers(keep)
  before.change(which, { choice: 2, own: "or that", isForAll: false })
  before.change(open, { own: "kibitz" })
  before.change(looked, { choice: "own" })
  const after = createHalfAnswers(keep)
  expect(halfAnswer(after.store.getState(), which)).toEqual({ choice: 2, own: "or that", isForAll: false })
  // Having looked into the field is no answer.
  expect(halfAnswer(after.store.getState(), looked)).toEqual(untouched)
  after.dropSettled(waiting(which))
  expect(Object.keys(keep)).toEqual([at("q1")])
  after.change(which, untouched)
  expect(Object.keys(keep)).toEqual([])
})

test("a long one is kept after a pause, and not after it is settled", () => {
  const keep = keepOf()
  const ends = new Set<() => void>()
  const answers = createHalfAnswers(keep, (then) => {
    ends.add(then)
    return () => void ends.delete(then)
  })
  const [which, open] = [question("q1", 0), question("q2", 0)]
  answers.change(which, { own: "x".repeat(30_000) })
  answers.change(open, { own: "y".repeat(30_000) })
  expect(Object.keys(keep)).toEqual([])
  answers.dropSettled(waiting(open))
  for (const end of [...ends]) end()
  expect(Object.keys(keep)).toEqual([at("q2")])
})

test("however many are left half done, what is kept has an end, and the newest are in it", () => {
  const keep = keepOf()
  const answers = createHalfAnswers(keep, () => () => {})
  const many = Array.from({ length: MOST_KEPT + 20 }, (_, n) => question(`q${n}`, 2))
  for (const one of many) answers.change(one, { choice: 1 })
  answers.change(many[30] ?? question("none", 0), { choice: 0 })
  expect(Object.keys(keep)).toHaveLength(MOST_KEPT)
  expect(Object.keys(keep)).toContain(at(`q${MOST_KEPT + 19}`))
  expect([Object.keys(keep).includes(at("q2")), Object.keys(keep).includes(at("q30"))]).toEqual([false, true])
  expect(answers.store.getState().size).toBe(many.length)
})

test("five answers as long as can be sent are not all kept: the messages that are being written need room too", () => {
  const keep = keepOf()
  const ends: (() => void)[] = []
  const answers = createHalfAnswers(keep, (then) => {
    ends.push(then)
    return () => void ends.splice(ends.indexOf(then), 1)
  })
  for (let n = 0; n < 5; n += 1) answers.change(question(`q${n}`, 0), { own: "x".repeat(MESSAGE_TEXT_LIMIT) })
  for (const end of [...ends]) end()
  expect(Object.keys(keep).toSorted()).toEqual([at("q3"), at("q4")])
})

test("full storage is no reason to lose what is on screen, and whatever is in it is read or taken away", () => {
  const full = createHalfAnswers(keepOf({}, refusing))
  const which = question("q1", 3)
  full.change(which, { own: "still here" })
  expect(halfAnswer(full.store.getState(), which).own).toBe("still here")
  full.dropSettled({})
  expect(full.store.getState().size).toBe(0)

  const half: HalfAnswer = { choice: 1, own: "fine", isForAll: false }
  const stored = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(half)))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("q1", "q2", "", "../x", "a b"), stored), (rubbish) => {
      const keep = keepOf({ other: "mine", ...Object.fromEntries(Object.entries(rubbish).map(([id, text]) => [at(id), text])) })
      const read = createHalfAnswers(keep).store.getState()
      for (const { choice, own, isForAll } of read.values())
        expect([typeof own, typeof isForAll, choice === null || choice === "own" || Number.isInteger(choice)]).toEqual([
          "string",
          "boolean",
          true,
        ])
      expect(Object.keys(keep).toSorted()).toEqual(["other", ...[...read.keys()].map(at)].toSorted())
    }),
  )
})
