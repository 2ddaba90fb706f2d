// Owns: what counts as a slash command line. Such a line never goes to a model.

/** "/word" first, with no second slash in it: "/usr/bin is broken" is a message. */
const slashLine = /^\s*\/([a-z?][^\s/]*)(?:\s+([\s\S]*))?$/i

/** A slash alone is the beginning of a command too: sent by mistake it is nothing for a model. */
export function isSlash(text: string): boolean {
  return slashLine.test(text) || text.trim() === "/"
}

/** The word after the slash and the rest of the line; null: it is no command line. */
export function slashParts(line: string): { readonly word: string; readonly rest: string } | null {
  const [, word, rest = ""] = slashLine.exec(line) ?? []
  return word === undefined ? null : { word, rest }
}

/** The name that was typed, for messages about it. */
export function slashName(line: string): string {
  return `/${slashParts(line)?.word ?? ""}`
}
