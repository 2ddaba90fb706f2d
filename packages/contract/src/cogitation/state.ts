// Owns: the words of the cogitation vocabulary: what one file of resources/cogitation holds, and an entry once it is read.
// Which entry an agent shows is a rule of domain/cogitation.
import { z } from "zod"

/** How a term sounds. earthy: shown only to those who switched it on. */
export const CogitationRegister = z.enum(["comic", "everyday", "scholarly", "craft", "earthy"])
export type CogitationRegister = z.infer<typeof CogitationRegister>

/** reserved: kept for its documentary value, never drawn. */
export const CogitationPool = z.enum(["general", "reserved"])
export type CogitationPool = z.infer<typeof CogitationPool>

/** BCP 47, as `lang` attributes take it: a language, perhaps its script. */
const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?$/)

const written = {
  /** In Latin letters, so that anyone can read it in passing; stands before an ellipsis. */
  term: z.string().trim().min(2).max(40),
  /** The same in the letters of its own language. Absent where that is Latin, or where the spelling is not established. */
  script: z.string().trim().min(1).max(60).optional(),
  register: CogitationRegister,
  /** Plain meaning, shown on hover. */
  gloss: z.string().trim().min(2).max(60),
  pool: CogitationPool,
}

/** One file: a community's or a literature's terms. An entry names its language only where it is not the file's. */
export const CogitationTradition = z.strictObject({
  tradition: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  lang: LanguageTag,
  name: z.string().trim().min(2).max(60),
  entries: z.array(z.strictObject({ ...written, lang: LanguageTag.optional() })).min(1),
})
export type CogitationTradition = z.infer<typeof CogitationTradition>

/** An entry that stands alone: what a screen needs to show it. `source` is the tradition's name for people. */
export const CogitationEntry = z.strictObject({ ...written, lang: LanguageTag, tradition: z.string(), source: z.string() })
export type CogitationEntry = z.infer<typeof CogitationEntry>

export type CogitationVocabulary = readonly CogitationEntry[]
