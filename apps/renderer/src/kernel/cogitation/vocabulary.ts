// Owns: fetching the cogitation vocabulary once, when the first agent is seen at work: the first frame does not wait for it.
import type { CogitationTradition, CogitationVocabulary } from "@kibitz/contract"
import { vocabularyOf } from "@kibitz/domain"
import { useSyncExternalStore } from "react"

const files = import.meta.glob<CogitationTradition>("../../../../../resources/cogitation/*.json", { import: "default" })

let vocabulary: CogitationVocabulary | null = null
let isAsked = false
const readers = new Set<() => void>()

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  if (!isAsked) {
    isAsked = true
    void fetchAll()
  }
  return () => readers.delete(reader)
}

/** Without it agents are simply "working". */
async function fetchAll(): Promise<void> {
  const read = await Promise.allSettled(Object.values(files).map((load) => load()))
  const traditions = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  const found = vocabularyOf(traditions)
  if (found.length === 0) return
  vocabulary = found
  for (const reader of readers) reader()
}

export function useVocabulary(): CogitationVocabulary | null {
  return useSyncExternalStore(subscribe, () => vocabulary)
}
