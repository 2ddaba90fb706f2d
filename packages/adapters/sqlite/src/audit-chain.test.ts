import { createHmac } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sealWith } from "./audit-chain.ts"

describe("sealWith", () => {
  it("T29 is HMAC-SHA-256, whatever the key, however long the text, and whatever was sealed before", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.nat(9_000).map((length) => "a漢".repeat(length)),
    )
    const message = fc.record({ text, rest: fc.option(fc.uint8Array({ maxLength: 6_000 }), { nil: undefined }) })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(message, { minLength: 1, maxLength: 4 }), (key, messages) => {
        const seal = sealWith(key)
        const sealed = messages.map(({ text, rest }) => seal(text, rest))
        const expected = messages.map(({ text, rest = new Uint8Array() }) =>
          createHmac("sha256", key).update(text).update(rest).digest("hex"),
        )
        expect(sealed).toEqual(expected)
      }),
    )
  })

  it("T29 refuses a key that it would have to hash first", () => {
    expect(() => sealWith(new Uint8Array(65))).toThrow("longer than a block")
  })
})
