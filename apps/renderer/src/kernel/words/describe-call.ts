// Owns: the words for a capability call, from its own arguments. A name nobody here knows is shown as it is.
import type { Call, Json } from "@kibitz/contract"
import { type CallItem, isHeld, isRunning } from "@kibitz/domain"
import { visibleText } from "../markdown/visible.ts"
import { formatDuration, formatSize } from "../ui/numbers.ts"

/** `todo` is for what has not happened, or not yet. */
export type CallWords = { readonly todo: string; readonly doing: string; readonly done: string; readonly object: string }

const OBJECT_LIMIT = 160

const words: Readonly<Record<string, CallWords>> = {
  read_file: { todo: "read", doing: "reading", done: "read", object: "path" },
  list_directory: { todo: "list", doing: "listing", done: "listed", object: "path" },
  search_files: { todo: "search for", doing: "searching for", done: "searched for", object: "text" },
  glob: { todo: "find", doing: "finding", done: "found", object: "pattern" },
  write_file: { todo: "write", doing: "writing", done: "wrote", object: "path" },
  edit_file: { todo: "change", doing: "changing", done: "changed", object: "path" },
  bash: { todo: "run", doing: "running", done: "ran", object: "command" },
  web_fetch: { todo: "fetch", doing: "fetching", done: "fetched", object: "url" },
  web_search: { todo: "search the web for", doing: "searching the web for", done: "searched the web for", object: "query" },
  git_status: { todo: "git status", doing: "asking git for its state", done: "git status", object: "" },
  git_diff: { todo: "git diff", doing: "asking git for changes", done: "git diff", object: "path" },
  git_commit: { todo: "commit", doing: "committing", done: "committed", object: "message" },
  spawn_agent: { todo: "start an agent", doing: "starting an agent", done: "started an agent", object: "name" },
  ask_user: { todo: "ask", doing: "asking", done: "asked", object: "question" },
  knock: { todo: "knock", doing: "knocking", done: "knocked", object: "reason" },
  report_progress: { todo: "report progress", doing: "reporting progress", done: "reported progress", object: "note" },
  message_agent: { todo: "write to", doing: "writing to", done: "wrote to", object: "to" },
  redirect_agent: { todo: "redirect", doing: "redirecting", done: "redirected", object: "agent" },
  dismiss_agent: { todo: "dismiss", doing: "dismissing", done: "dismissed", object: "agent" },
  answer_child: { todo: "answer", doing: "answering", done: "answered", object: "answer" },
  add_commitment: { todo: "promise", doing: "promising", done: "promised", object: "command" },
}

/** What several calls of one kind at the same time are about. */
const plurals: Readonly<Record<string, string>> = {
  read_file: "files",
  list_directory: "folders",
  write_file: "files",
  edit_file: "files",
  bash: "commands",
  web_fetch: "pages",
}

/** Several that are over, of one kind. */
const together: Readonly<Record<string, (count: number) => string>> = {
  read_file: (count) => `read ${count} files`,
  list_directory: (count) => `listed ${count} folders`,
  search_files: (count) => `searched the project ${count} times`,
  glob: (count) => `looked for files ${count} times`,
  web_fetch: (count) => `fetched ${count} pages`,
  web_search: (count) => `searched the web ${count} times`,
}

/** Whether calls of this kind, in a row, are told as one. */
export function areToldTogether(capability: string): boolean {
  return Object.hasOwn(together, capability)
}

export function callsDone(capability: string, count: number): string {
  return together[capability]?.(count) ?? `${oneLine(capability)} ${count} times`
}

/** "reading 3 files"; of calls of several kinds, the first that runs is named. What waits for its turn to run is counted. */
export function callsAtWork(calls: readonly Call[]): string {
  const held = calls.filter(isHeld).length
  const doing = atWork(calls.filter(isRunning))
  if (held === 0) return doing
  const waiting = `${held} ${held === 1 ? "waits for its" : "wait for their"} turn`
  return doing === "" ? waiting : `${doing}, ${waiting}`
}

function atWork(running: readonly Call[]): string {
  const [first] = running
  if (!first) return ""
  const { doing, object } = describeCall(first.capability, first.input)
  const same = running.filter(({ capability }) => capability === first.capability).length
  const plural = Object.hasOwn(plurals, first.capability) ? plurals[first.capability] : undefined
  return same > 1 && plural !== undefined ? `${doing} ${same} ${plural}` : `${doing} ${object}`.trim()
}

/** output: what has come of it; whoever was started is named by it, since the name that was asked for may have been taken. */
export function describeCall(capability: string, input: Json, output = ""): CallWords {
  const known = Object.hasOwn(words, capability) ? words[capability] : undefined
  const started = capability === "spawn_agent" ? /^(.{1,80}) \([^()\s]+\) has started\b/.exec(output)?.[1] : undefined
  const object = started === undefined ? field(input, known ? known.object : "path") : oneLine(started)
  if (capability === "list_directory" && object === ".")
    return { todo: "list the project folder", doing: "listing the project folder", done: "listed the project folder", object: "" }
  if (!known) return { todo: oneLine(capability), doing: `running ${oneLine(capability)}`, done: oneLine(capability), object }
  return { ...known, object: capability === "read_file" ? object + lineRange(input) : object }
}

/** What one can check at a glance once it has ended: exit code, size, time. */
export function callFacts({ status, exitCode, bytes, durationMs }: CallItem): readonly string[] {
  if (status !== "done" && status !== "failed") return []
  return [...(exitCode === null ? [] : [`exit ${exitCode}`]), formatSize(bytes), formatDuration(durationMs)]
}

/** A command or a text to be written is shown as it is, not as a string inside JSON. */
export function shownInput(capability: string, input: Json): { readonly label: string; readonly text: string } {
  const { command, content, path } = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {}
  if (capability === "bash" && typeof command === "string") return { label: "Command", text: command }
  if (capability === "write_file" && typeof content === "string")
    return { label: `Text for ${oneLine(`${path}`)}`, text: content }
  return { label: "Input", text: JSON.stringify(input, null, 2) }
}

function field(input: Json, name: string): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return ""
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return typeof value === "string" ? oneLine(value) : ""
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
