// Owns: what counts as a slash command, and what one line of it means. A line that is not understood goes nowhere, least of all to a model.
import type { Agent, World } from "@kibitz/contract"
import type { SlashReading } from "./command.ts"
import { findSlash, noSuch } from "./table.ts"

/** "/word" first, with no second slash in it: "/usr/bin is broken" is a message. */
const slashLine = /^\s*\/([a-z?][^\s/]*)(?:\s+([\s\S]*))?$/i

export function isSlash(text: string): boolean {
  return slashLine.test(text)
}

export function readSlash(line: string, world: World, agent: Agent): SlashReading {
  const [, word, rest = ""] = slashLine.exec(line) ?? []
  if (word === undefined) return { ok: false, message: "A command begins with a slash and a word. /help lists the commands." }
  const command = findSlash(word)
  return command ? command.read(rest, { world, agent, line: line.trim() }) : { ok: false, message: noSuch(word) }
}

/** The name that was typed, for messages about it. */
export function slashName(line: string): string {
  return `/${slashLine.exec(line)?.[1] ?? ""}`
}
