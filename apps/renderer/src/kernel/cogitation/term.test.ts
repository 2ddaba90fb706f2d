import type { AgentId, CogitationEntry } from "@kibitz/contract"
import { expect, test } from "vitest"
import { explained, spellOf, termFor } from "./term.tsx"

const entry = (more: Partial<CogitationEntry> = {}): CogitationEntry => ({
  term: "tracht",
  script: "טראַכט",
  register: "everyday",
  gloss: "think",
  pool: "general",
  lang: "yi",
  tradition: "yiddish",
  source: "Yiddish",
  ...more,
})
const spell = { agentId: "jake" as AgentId, spell: "spell 1", isRoot: true, earthy: false }

test("OPM-12: one per spell, or one per assignment", () => {
  expect(spellOf({ spell: 3, assignment: "x" }, "spell")).not.toBe(spellOf({ spell: 4, assignment: "x" }, "spell"))
  expect(spellOf({ spell: 3, assignment: "x" }, "assignment")).toBe(spellOf({ spell: 4, assignment: "x" }, "assignment"))
})

test("OPM-12: before the words are there, or with none that may be shown, there is none", () => {
  expect(termFor(null, spell)).toBeNull()
  expect(termFor([entry({ register: "earthy" })], spell)).toBeNull()
  expect(termFor([entry()], spell)?.term).toBe("tracht")
})

test("OPM-12: hovering tells the term, its own letters, its language and its meaning", () => {
  expect(explained(entry())).toBe("tracht · טראַכט · Yiddish: think")
})
