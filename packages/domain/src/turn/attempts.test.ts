import type { ModelFailureKind, Turn } from "@kibitz/contract"
import { expect, test } from "vitest"
import { retryOf } from "./attempts.ts"

const until = "2026-01-01T10:00:38.000Z"
const turn = (status: object, attempt: number, lastFailure: ModelFailureKind | null = null) =>
  ({ status, attempt, lastFailure }) as Pick<Turn, "status" | "attempt" | "lastFailure">

test("ux 5.2: which retry it is, and of how many: while it waits for it and while it is under way", () => {
  expect(retryOf(turn({ kind: "delayed", until, failure: { kind: "overloaded" } }, 1))).toEqual({ number: 1, most: 7 })
  expect(retryOf(turn({ kind: "asking" }, 2, "overloaded"))).toEqual({ number: 1, most: 7 })
  expect(retryOf(turn({ kind: "delayed", until, failure: { kind: "rate_limited" } }, 3))).toEqual({ number: 3, most: 19 })
  expect(retryOf(turn({ kind: "asking" }, 1))).toBeNull()
})
