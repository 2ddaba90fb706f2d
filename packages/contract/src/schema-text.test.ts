import { describe, expect, it } from "vitest"
import { z } from "zod"
import { schemaText } from "./schema-text.ts"
import { WorldSnapshot } from "./world.ts"

const person = (age: z.ZodType = z.int().min(0)) =>
  z.object({ name: z.string(), pets: z.array(z.object({ kind: z.enum(["cat", "dog"]), age })) })

describe("the text of a schema", () => {
  it("is the same for the same schema", () => {
    expect(schemaText(person())).toBe(schemaText(person()))
  })

  it.each<[string, z.ZodType]>([
    ["a field that may be null", z.int().min(0).nullable()],
    ["a field that may be left out", z.int().min(0).optional()],
    ["another limit", z.int().min(1)],
    ["another type", z.string()],
    ["another default", z.int().min(0).default(3)],
    ["another literal", z.literal("old")],
    ["a large number", z.literal(3n)],
    ["another pattern", z.string().regex(/^a/)],
    ["one of several", z.union([z.int().min(0), z.string()])],
    ["a record", z.record(z.string(), z.int().min(0))],
    ["a schema that is made when it is needed", z.lazy(() => z.string())],
  ])("changes deep inside with %s", (_, age) => {
    expect(schemaText(person(age))).not.toBe(schemaText(person()))
  })

  it("looks into schemas that are made when they are needed", () => {
    expect(schemaText(z.lazy(() => z.string()))).not.toBe(schemaText(z.lazy(() => z.boolean())))
  })

  it("changes with a field more and with a value more", () => {
    expect(schemaText(person().extend({ tall: z.boolean() }))).not.toBe(schemaText(person()))
    expect(schemaText(z.enum(["cat"]))).not.toBe(schemaText(z.enum(["cat", "dog"])))
  })

  it("ends where a schema contains itself", () => {
    const tree = z.object({
      get under() {
        return z.array(tree)
      },
    })
    expect(schemaText(tree)).toContain("itself")
    expect(schemaText(z.json())).not.toBe(schemaText(z.lazy(() => z.string())))
  })

  it("tells the world from one with another slice, and from one whose agents have another field", () => {
    const { keyType, valueType } = WorldSnapshot.shape.agents
    const further = WorldSnapshot.extend({ agents: z.record(keyType, valueType.extend({ hat: z.string() })) })
    const texts = [WorldSnapshot, WorldSnapshot.extend({ hats: z.array(z.string()) }), further].map(schemaText)
    expect(new Set(texts).size).toBe(3)
  })
})
