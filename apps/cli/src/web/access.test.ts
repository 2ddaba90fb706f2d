import { expect, test } from "vitest"
import { createAccess, TOKEN_LIFETIME_MS } from "./access.ts"

function at(start = 0) {
  const clock = { now: start }
  return { clock, access: createAccess(() => clock.now) }
}

test("a token opens one session, once (T19)", () => {
  const { access } = at()
  const token = access.mint()
  const session = access.redeem(token)
  expect(session).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(session).not.toBe(token)
  expect(access.redeem(token)).toBeNull()
  expect([access.knows(session ?? ""), access.knows(token), access.knows(""), access.knows(`${session}x`)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test("a token is good for ten minutes", () => {
  const late = at()
  const token = late.access.mint()
  late.clock.now = TOKEN_LIFETIME_MS
  expect(late.access.redeem(token)).toBeNull()
  const intime = at()
  const other = intime.access.mint()
  intime.clock.now = TOKEN_LIFETIME_MS - 1
  expect(intime.access.redeem(other)).not.toBeNull()
})

test("a wrong guess opens nothing and does not use up the token", () => {
  const { access } = at()
  const token = access.mint()
  for (const guess of ["", "x", token.slice(1), `${token} `, "é".repeat(43)]) expect(access.redeem(guess)).toBeNull()
  expect(access.redeem(token)).not.toBeNull()
})

test("a fresh token ends the one before, and nobody's session", () => {
  const { access } = at()
  const session = access.redeem(access.mint()) ?? ""
  const old = access.mint()
  const fresh = access.mint()
  expect(access.redeem(old)).toBeNull()
  expect(access.redeem(fresh)).not.toBeNull()
  expect(access.knows(session)).toBe(true)
})
