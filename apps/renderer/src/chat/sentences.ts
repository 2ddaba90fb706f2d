// Owns: what of a growing reply is said aloud: whole sentences, never the one that is still being written (ux 7.4).

const END = /[.!?…:](?=["'”’)\]]*\s)|\n/gu

export type Said = { readonly text: string; readonly upTo: number }

/** The complete sentences of `text` after `from`; empty when none has ended. */
export function nextSentences(text: string, from: number): Said {
  const rest = text.slice(from)
  let end = 0
  for (const match of rest.matchAll(END)) end = match.index + match[0].length
  return { text: spoken(rest.slice(0, end)), upTo: from + end }
}

export function lastWords(text: string, from: number): string {
  return spoken(text.slice(from))
}

function spoken(markdown: string): string {
  return markdown
    .replace(/```[^\n]*\n?/g, " ")
    .replace(/[*_`#>|]+/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim()
}
