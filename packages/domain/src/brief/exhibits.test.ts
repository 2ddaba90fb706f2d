import type { TurnId } from "@kibitz/contract"
import fc from "fast-check"
import { expect, it } from "vitest"
import { exhibitMessages } from "./exhibits.ts"

const fence = "turn_word" as TurnId

function shown(exhibits: Parameters<typeof exhibitMessages>[0]["exhibits"], limit: number): readonly string[] {
  const [message] = exhibitMessages({ exhibits, ask: "Well?" }, fence, limit)
  return message?.role === "user" ? message.content.map((block) => (block.type === "text" ? block.text : "")) : []
}

it("keeps the order, names each exhibit, and ends with the question", () => {
  expect(shown([{ title: "One\ntwo", text: "a" }], 100)).toEqual(["# One two\na", "Well?"])
})

it("T15 closes the fence of every text from outside, however much is cut, and keeps the shorter ones whole", () => {
  const exhibit = fc.record({ title: fc.string(), text: fc.string({ maxLength: 400 }), source: fc.string() })
  fc.assert(
    fc.property(fc.array(exhibit, { minLength: 1 }), fc.integer({ min: 0, max: 1_000 }), (exhibits, limit) => {
      const texts = shown(exhibits, limit).slice(0, -1)
      for (const text of texts) expect(text.endsWith(`<<end ${fence}>>`)).toBe(true)
      if (exhibits.reduce((sum, { text }) => sum + text.length, 0) <= limit)
        expect(texts.join()).not.toContain("left out to save room")
    }),
  )
})

it("gives the room that short exhibits leave to the long ones", () => {
  const [short, long] = shown(
    [
      { title: "a", text: "x".repeat(10) },
      { title: "b", text: "y".repeat(200) },
    ],
    110,
  )
  expect(short).toBe(`# a\n${"x".repeat(10)}`)
  expect(long).toBe(`# b\n${"y".repeat(100)}\n[100 more characters were left out to save room]`)
})
