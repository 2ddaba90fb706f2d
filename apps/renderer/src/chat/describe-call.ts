// Owns: the words for a capability call, from its own arguments. A name nobody here knows is shown as it is.
import type { Json } from "@kibitz/contract"
import { visibleText } from "../markdown/visible.ts"

export type CallWords = { readonly doing: string; readonly done: string; readonly object: string }

const OBJECT_LIMIT = 160

export function describeCall(capability: string, input: Json): CallWords {
  const object = objectOf(input)
  switch (capability) {
    case "read_file":
      return { doing: "reading", done: "read", object: object + lineRange(input) }
    case "list_directory":
      if (object === ".") return { doing: "listing the project folder", done: "listed the project folder", object: "" }
      return { doing: "listing", done: "listed", object }
    default:
      return { doing: `running ${oneLine(capability)}`, done: oneLine(capability), object }
  }
}

function objectOf(input: Json): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return ""
  const { path } = input
  return typeof path === "string" ? oneLine(path) : ""
}

function lineRange(input: Json): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return ""
  const { from, lines } = input
  if (typeof from !== "number") return typeof lines === "number" ? ` (first ${lines} lines)` : ""
  return typeof lines === "number" ? ` (lines ${from}–${from + lines - 1})` : ` (from line ${from})`
}

function oneLine(text: string): string {
  const line = visibleText(text.slice(0, OBJECT_LIMIT * 2)).replace(/\s+/g, " ")
  return line.length > OBJECT_LIMIT ? `${line.slice(0, OBJECT_LIMIT).toWellFormed()}…` : line
}
