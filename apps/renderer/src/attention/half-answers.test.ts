import type { QuestionItem, World } from "@kibitz/contract"
import { expect, test } from "vitest"
import { createHalfAnswers, halfAnswer } from "./half-answers.ts"

const question = (id: string, options: number) =>
  ({ kind: "question", id, agentId: "ed", options: Array.from({ length: options }) }) as unknown as QuestionItem
const waiting = (...items: QuestionItem[]) => Object.fromEntries(items.map((one) => [one.id, one])) as World["attention"]

test("what is chosen and written for a question is kept for that one, and the rest of it stays as it was", () => {
  const answers = createHalfAnswers()
  const [which, open] = [question("q1", 3), question("q2", 0)]
  answers.change(which, { own: "something smaller" })
  answers.change(which, { choice: 1 })
  answers.change(which, { isForAll: false })
  const now = answers.store.getState()
  expect(halfAnswer(now, which)).toEqual({ choice: 1, own: "something smaller", isForAll: false })
  expect(halfAnswer(now, open)).toEqual({ choice: "own", own: "", isForAll: true })
})

test("it is gone when the question is settled, not while another one is", () => {
  const answers = createHalfAnswers()
  const [which, open] = [question("q1", 3), question("q2", 0)]
  answers.change(which, { choice: 0 })
  answers.change(open, { own: "kibitz" })
  answers.dropSettled(waiting(open))
  expect([...answers.store.getState().keys()]).toEqual([open.id])
  const before = answers.store.getState()
  answers.dropSettled(waiting(open))
  expect(answers.store.getState()).toBe(before)
})
