// Owns: the plug for a web search, and one that fits any endpoint that answers like SearXNG: ?q=…&format=json → { results: […] }.
import { z } from "zod"
import type { Limits } from "./dial.ts"
import { type Page, readPage } from "./read-page.ts"
import { type Refusal, shownName } from "./refusal.ts"

export type SearchHit = { readonly title: string; readonly url: string; readonly excerpt: string }

export interface SearchProvider {
  /** Shown with the results. */
  readonly name: string
  /** Throws an Error whose message says what is wrong. */
  search(query: string, signal: AbortSignal): Promise<readonly SearchHit[]>
}

const MOST_HITS = 10
const limits: Limits = { connectMs: 5_000, firstByteMs: 20_000, wholeMs: 30_000, bytes: 2_000_000, characters: 2_000_000 }
const Answer = z.object({
  results: z.array(z.object({ title: z.string().default(""), url: z.string(), content: z.string().nullish() })),
})

/** `address` is what the user has typed into the settings, and may so be on this computer or in the user's own network. */
export function jsonSearch({ address, name }: { readonly address: string; readonly name?: string }): SearchProvider {
  const base = URL.parse(address)
  return {
    name: name ?? base?.host ?? address,
    async search(query, signal) {
      if (base === null) throw new Error(`the search address ${shownName(address)} is not an address`)
      const url = new URL(base)
      url.searchParams.set("q", query)
      url.searchParams.set("format", "json")
      return hitsOf(await readPage(url.href, { allowPrivate: true, limits }, signal))
    },
  }
}

function hitsOf(page: Page | Refusal): readonly SearchHit[] {
  if (!page.ok) throw new Error(page.because)
  const answer = Answer.safeParse(jsonOf(page.text))
  if (!answer.success) throw new Error("it answered with something that is no search result")
  return answer.data.results.slice(0, MOST_HITS).map(({ title, url, content }) => ({ title, url, excerpt: content ?? "" }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
