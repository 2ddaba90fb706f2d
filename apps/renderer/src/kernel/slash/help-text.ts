// Owns: reading what /help has answered, as it stands in the conversation, so that it can be drawn as the list it is. Answers of earlier versions have no
// headings; what is written in some other way is shown as it is.

export type HelpEntry = { readonly name: string; readonly hint: string; readonly help: string }
export type HelpGroup = { readonly title: string; readonly entries: readonly HelpEntry[] }
export type Help =
  | { readonly kind: "list"; readonly groups: readonly HelpGroup[] }
  /** One command: what it does, and by which other names. */
  | { readonly kind: "one"; readonly name: string; readonly hint: string; readonly told: readonly string[] }

/** Null: it is no answer to /help, or not one that can be read. */
export function readHelp(line: string, text: string): Help | null {
  const asked = /^\/(?:help|\?)(?:\s+(\S.*))?$/i.exec(line.trim())
  if (!asked) return null
  return asked[1] === undefined ? readList(text) : readOne(text)
}

function readList(text: string): Help | null {
  const groups: { title: string; entries: HelpEntry[] }[] = []
  for (const told of text.split("\n").filter((one) => one !== "")) {
    if (!told.startsWith("/")) {
      groups.push({ title: told, entries: [] })
      continue
    }
    const entry = readEntry(told)
    if (!entry) return null
    if (groups.length === 0) groups.push({ title: "", entries: [] })
    groups.at(-1)?.entries.push(entry)
  }
  return groups.length > 0 && groups.every(({ entries }) => entries.length > 0) ? { kind: "list", groups } : null
}

function readEntry(told: string): HelpEntry | null {
  const [, name, hint = "", help] = /^(\/[^\s:]+)(?: (.+?))?: (.+)$/.exec(told) ?? []
  return name === undefined || help === undefined ? null : { name, hint, help }
}

function readOne(text: string): Help | null {
  const [usage = "", ...told] = text.split("\n")
  const [, name, hint = ""] = /^(\/\S+)(?: (.+))?$/.exec(usage) ?? []
  return name === undefined || told.length === 0 ? null : { kind: "one", name, hint, told }
}
