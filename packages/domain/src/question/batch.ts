import type { QuestionItem } from "@kibitz/contract"

/** Equal questions, equal keys: the same words and the same options, however they are spaced or capitalised. */
export function batchOf({ question, options }: Pick<QuestionItem, "question" | "options">): string {
  return JSON.stringify([plain(question), ...options.map(({ label }) => plain(label))])
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()
}
