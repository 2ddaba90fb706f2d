// Owns: which term of the cogitation vocabulary an agent shows during one spell of work.
import type { AgentId, CogitationEntry, CogitationRegister, CogitationTradition, CogitationVocabulary } from "@kibitz/contract"
import { hashOf } from "../kernel/hash.ts"
import { bug } from "../kernel/outcome.ts"

export type Spell = {
  readonly agentId: AgentId
  /** Names the spell of work: the turn's id, or anything else that stays while the term shall stay. */
  readonly spell: string
  readonly isRoot: boolean
  /** Whether the user switched earthy terms on. */
  readonly earthy: boolean
}

const rootRegisters: readonly CogitationRegister[] = ["comic", "everyday"]
const workerRegisters: readonly CogitationRegister[] = ["scholarly", "craft", "everyday"]

export function vocabularyOf(traditions: readonly CogitationTradition[]): CogitationVocabulary {
  return traditions.flatMap(({ tradition, name, lang, entries }) =>
    entries.map((entry) => ({ ...entry, lang: entry.lang ?? lang, tradition, source: name })),
  )
}

/** The same agent and spell always get the same term, so a redraw or a second screen does not change it. */
export function chooseTerm(vocabulary: CogitationVocabulary, spell: Spell): CogitationEntry {
  const allowed = vocabulary.filter(({ pool, register }) => pool === "general" && (register !== "earthy" || spell.earthy))
  const preferred = allowed.filter(({ register }) => register === "earthy" || registersFor(spell).includes(register))
  const candidates = preferred.length > 0 ? preferred : allowed
  // Ids hold no line breaks: without one, agent "a" in spell "bc" would always agree with agent "ab" in spell "c".
  return candidates[hashOf(`${spell.agentId}\n${spell.spell}`) % candidates.length] ?? bug("no cogitation term may be shown")
}

function registersFor({ isRoot }: Spell): readonly CogitationRegister[] {
  return isRoot ? rootRegisters : workerRegisters
}
