import { expect, test } from "vitest"
import { killChecker, type Row, type Session } from "./check.ts"
import { toldSoFar } from "./told.ts"

const row = (seq: number): Row => {
  const blank = { agentId: null, turnId: null, messageId: null, callId: null, capability: null, step: null, until: null }
  return { ...blank, seq, type: "sandbox.recorded" }
}
const journal = [1, 2, 3, 4, 5].map(row)

function faultsOf(...envelopes: readonly (readonly [n: number, ...numbers: number[]])[]) {
  const heard = toldSoFar()
  heard.subscribed(7, true, [1])
  for (const [n, ...numbers] of envelopes) heard.envelope(7, n, numbers)
  const session: Session = { acks: [], answered: null, told: heard.told(), killedAt: 0 }
  return killChecker().afterKill(journal, session)
}

test("accepts a subscription that gets every event", () => {
  expect(faultsOf([1, 2, 3], [2, 4], [3, 5])).toEqual([])
})

test("finds an event that is missing although no envelope is", () => {
  expect(faultsOf([1, 2], [2, 4])).toEqual([{ kind: "lost", what: "after event 2 came 4" }])
})

test("accepts missing events behind a missing envelope: the host tells a slow reader to subscribe again", () => {
  expect(faultsOf([1, 2], [3, 4, 5])).toEqual([])
})

test("finds an event that is missing after the host left out an envelope", () => {
  expect(faultsOf([2, 3], [3, 5])).toEqual([{ kind: "lost", what: "after event 3 came 5" }])
})
