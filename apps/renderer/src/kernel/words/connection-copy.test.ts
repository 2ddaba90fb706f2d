import { type Connection, type Instant, noConnection } from "@kibitz/contract"
import { expect, test } from "vitest"
import { checkCopy, isAskedWithoutKey } from "./connection-copy.ts"

const refused: NonNullable<Connection["check"]> = {
  result: "failed",
  at: "2026-01-01T00:00:00.000Z" as Instant,
  failure: { kind: "auth", status: 401, message: "why", requestId: null, retryAfterMs: null },
}

test("only a provider is asked without a key, never the rehearsal model", () => {
  expect(isAskedWithoutKey(noConnection)).toBe(false)
  expect(isAskedWithoutKey({ ...noConnection, using: "provider" })).toBe(true)
  expect(isAskedWithoutKey({ ...noConnection, using: "provider", keySource: "keychain" })).toBe(false)
})

test("A5: a 401 refuses a key when one was sent, and wants one when none was", () => {
  expect(checkCopy(refused, false)).toBe("The provider refused this key (401). Copy it again, or make a new one.")
  expect(checkCopy(refused, true)).toBe("The provider wants a key (401). Add one, or check the provider address.")
})
