// Owns: how a pattern is written. Apart from reading one (patterns.ts), which brings the whole shell parser with it: the screen shows patterns at once.
import type { GrantPattern } from "@kibitz/contract"

/** Stands for whatever words may follow. */
export const ANY = "<any>"

/** As people read and edit it: `npm install <any>`, `src/`, `docs.example.org`, `web_search`. */
export function showPattern(pattern: GrantPattern): string {
  switch (pattern.kind) {
    case "command":
      return [...pattern.words.map(quoted), ...(pattern.rest ? [ANY] : [])].join(" ")
    case "path":
      return pattern.path
    case "host":
      return pattern.host
    case "capability":
      return pattern.capability
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
