import type { Grant, Instant } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { grantLeft, grantPattern, grantReach } from "./grant-copy.ts"

const now = Temporal.Instant.from("2026-01-01T10:00:00Z")
const grant = (fields: Partial<Grant>) =>
  ({
    scope: "session",
    agentId: "ed",
    remaining: null,
    expiresAt: null,
    pattern: { kind: "command", words: ["npm", "test"], rest: true },
    ...fields,
  }) as Grant

test("what, for whom, how often, how long", () => {
  expect(grantPattern(grant({}))).toEqual({ verb: "run", text: "npm test <any>" })
  expect(grantPattern(grant({ pattern: { kind: "path", capability: "write_file", path: "src/" } }))).toEqual({
    verb: "write_file",
    text: "src/",
  })
  expect(grantReach(grant({ scope: "lease" }), emptyWorld)).toBe("ed and all below")
  const inTenMinutes = "2026-01-01T10:10:00.000Z" as Instant
  expect(grantLeft(grant({ remaining: 4, expiresAt: inTenMinutes }), now)).toBe("4 uses left, 10 min left")
  expect(grantLeft(grant({ expiresAt: "2026-01-01T09:00:00.000Z" as Instant }), now)).toBe("expired")
  expect(grantLeft(grant({}), now)).toBe("")
})

test("T21: a pattern hides nothing", () => {
  expect(grantPattern(grant({ pattern: { kind: "command", words: ["a\u202eb"], rest: false } })).text).toBe("'a⟨U+202E⟩b'")
})
