// Owns: what the composer shows while a command is being typed.
import { expected, hintOf } from "./parts/arguments.ts"
import { findSlash, slashCommands } from "./table.ts"

export type SlashItem = { readonly name: string; readonly hint: string; readonly help: string }

/** `items`: what the word under way could become. `ghost`: what stands behind the cursor, greyed. */
export function completeSlash(text: string): { items: readonly SlashItem[]; ghost: string } {
  const [, word, gap, rest = ""] = /^\s*\/([^\s/]*)(?:(\s+)([\s\S]*))?$/.exec(text) ?? []
  if (word === undefined) return { items: [], ghost: "" }
  return gap === undefined ? completeName(word.toLowerCase()) : completeArguments(word, rest)
}

function completeName(typed: string) {
  const exact = findSlash(typed)
  const starting = slashCommands.filter(({ name }) => name.startsWith(typed))
  const other = slashCommands.filter(
    ({ name, aliases }) => aliases.some((alias) => alias.startsWith(typed)) || name.includes(`-${typed}`),
  )
  const items = [...new Set([...(exact ? [exact] : []), ...starting, ...(typed === "" ? [] : other)])]
  const [first] = items
  const ghost =
    first && (first === exact || first.name.startsWith(typed)) ? `${first.name.slice(typed.length)} ${first.hint}` : ""
  return {
    items: items.map(({ name, hint, help }) => ({ name, hint, help })),
    // An alias is already a whole word: only the hint follows it.
    ghost: (first === exact && first?.name !== typed ? ` ${first?.hint ?? ""}` : ghost).trimEnd(),
  }
}

function completeArguments(word: string, rest: string) {
  const command = findSlash(word)
  if (!command) return { items: [], ghost: "" }
  const words = rest.split(/\s+/)
  const partial = words.pop() ?? ""
  const before = words.filter((one) => one !== "")
  const { values, rest: left } = expected(command.accepted, before)
  const flags = partial.startsWith("--") ? left.flatMap((one) => (one.kind === "flag" ? [`--${one.name}`] : [])) : values
  const fitting = flags.filter((value) => value.startsWith(partial))
  const ghost = partial === "" ? hintOf(left) : (fitting[0]?.slice(partial.length) ?? "")
  return { items: fitting.map((name) => ({ name, hint: "", help: "" })), ghost }
}
