import { AgentId, type CogitationEntry, CogitationPool, CogitationRegister } from "@kibitz/contract"
import fc from "fast-check"
import { expect, test } from "vitest"
import { chooseTerm, type Spell, vocabularyOf } from "./choose.ts"

const entry = (register: CogitationRegister, pool: CogitationPool, number: number): CogitationEntry => ({
  term: `term ${number}`,
  register,
  gloss: "a word",
  pool,
  lang: "yi",
  tradition: "yiddish",
  source: "Yiddish",
})
const spell = (agentId: string, name: string, over: Partial<Spell> = {}): Spell => ({
  agentId: AgentId.parse(agentId),
  spell: name,
  isRoot: false,
  earthy: false,
  ...over,
})

/** Any vocabulary with at least one entry that everyone may see. */
const vocabularies = fc
  .array(fc.tuple(fc.constantFrom(...CogitationRegister.options), fc.constantFrom(...CogitationPool.options)), { maxLength: 40 })
  .map((kinds) => [...kinds, ["everyday", "general"] as const].map(([register, pool], number) => entry(register, pool, number)))
const spells = fc
  .record({
    agentId: fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/),
    spell: fc.string(),
    isRoot: fc.boolean(),
    earthy: fc.boolean(),
  })
  .map(({ agentId, spell: name, ...over }) => spell(agentId, name, over))

test("OPM-12: one agent in one spell always shows the same term, and it is one of the vocabulary", () => {
  fc.assert(
    fc.property(vocabularies, spells, (vocabulary, asked) => {
      const chosen = chooseTerm(vocabulary, asked)
      expect(vocabulary).toContain(chosen)
      expect(chooseTerm(structuredClone(vocabulary), { ...asked })).toEqual(chosen)
    }),
  )
})

test("OPM-12: what is reserved is never drawn, and what is earthy only where it was switched on", () => {
  fc.assert(
    fc.property(vocabularies, spells, (vocabulary, asked) => {
      const { pool, register } = chooseTerm(vocabulary, asked)
      expect(pool).toBe("general")
      if (!asked.earthy) expect(register).not.toBe("earthy")
    }),
  )
})

test("OPM-12: the root is comic or everyday, workers are scholarly, at their craft or everyday", () => {
  fc.assert(
    fc.property(vocabularies, spells, (vocabulary, asked) => {
      const { register } = chooseTerm(vocabulary, { ...asked, earthy: false })
      expect(asked.isRoot ? ["comic", "everyday"] : ["scholarly", "craft", "everyday"]).toContain(register)
    }),
  )
})

test("OPM-12: earthy terms do come up where they were switched on", () => {
  const vocabulary = [entry("everyday", "general", 0), entry("earthy", "general", 1)]
  const registers = Array.from({ length: 50 }, (_, at) => chooseTerm(vocabulary, spell("jake", `turn-${at}`, { earthy: true })))
  expect(new Set(registers.map(({ register }) => register))).toEqual(new Set(["everyday", "earthy"]))
})

test("OPM-12: an agent whose registers are all missing still shows a term", () => {
  const scholarly = entry("scholarly", "general", 0)
  expect(chooseTerm([scholarly], spell("jake", "turn-1", { isRoot: true }))).toBe(scholarly)
})

test("a vocabulary without a term that may be shown is a bug", () => {
  expect(() => chooseTerm([], spell("jake", "turn-1"))).toThrow("bug: no cogitation term")
  expect(() => chooseTerm([entry("earthy", "general", 0)], spell("jake", "turn-1"))).toThrow("bug: no cogitation term")
})

test("OPM-12: terms come up evenly, over the spells of one agent and over the agents of one spell", () => {
  const vocabulary = Array.from({ length: 50 }, (_, number) => entry("everyday", "general", number))
  const draws = 20_000
  const bySpell = Array.from({ length: draws }, (_, at) => spell("jake", `turn-${at}`))
  const byAgent = Array.from({ length: draws }, (_, at) => spell(`agent-${at}`, "turn-1"))
  for (const asked of [bySpell, byAgent]) {
    const counts = new Map<string, number>()
    for (const each of asked) {
      const { term } = chooseTerm(vocabulary, each)
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
    const expected = draws / vocabulary.length
    const chiSquare = vocabulary.reduce((sum, { term }) => sum + ((counts.get(term) ?? 0) - expected) ** 2 / expected, 0)
    // 49 degrees of freedom: chance alone stays below 95 in all but one of ten thousand draws.
    expect(chiSquare).toBeLessThan(95)
  }
})

test("an entry that stands alone knows its tradition, and its own language wins over the file's", () => {
  const word = { term: "tracht", register: "scholarly", gloss: "think", pool: "general" } as const
  const [plain, own] = vocabularyOf([
    { tradition: "yiddish", lang: "yi", name: "Yiddish", entries: [word, { ...word, term: "klal", lang: "he" }] },
  ])
  expect(plain).toMatchObject({ term: "tracht", lang: "yi", tradition: "yiddish", source: "Yiddish" })
  expect(own).toMatchObject({ term: "klal", lang: "he" })
})
