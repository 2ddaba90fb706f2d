// For tests: every line that completion leads to, for every command of the table: all values, all flags in every order, all scopes.
import { completeSlash } from "../complete.ts"
import { slashCommands } from "../table.ts"

/** Nobody types more words than a command takes; this is above what any of them does. */
const MOST_WORDS = 7
const said = ["execution", "phase execution now", "a1", "a goal", "5"]

export function everyLine(): readonly string[] {
  const lines = slashCommands.flatMap(({ name, aliases, accepted }) => {
    const starts = [name, ...aliases].map((word) => `/${word}`)
    const free = accepted.some(({ kind }) => kind === "text") ? said : ["execution"]
    return starts.flatMap((start) => [...extended(start), ...free.map((text) => `${start} ${text}`)])
  })
  return [...new Set(lines)]
}

function extended(line: string): string[] {
  if (line.split(" ").length > MOST_WORDS) return [line]
  return [line, ...completeSlash(`${line} `).items.flatMap(({ name }) => extended(`${line} ${name}`))]
}
