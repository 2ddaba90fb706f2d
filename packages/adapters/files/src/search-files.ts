// Owns: the lines in which something is found, as file:line: text.
import { closeSync } from "node:fs"
import { type Fence, locate, openConfined, type Refusal, refuse } from "./confine.ts"
import { type Matcher, matcherFor } from "./matcher.ts"
import { pathGlob } from "./path-glob.ts"
import { type Output, readWhole, whyBinary } from "./read-file.ts"
import { count, showName, showText } from "./text.ts"
import { isFile, type Walked, walk } from "./walk.ts"
import { said } from "./write-file.ts"

const MOST_MATCHES = 500
const OUTPUT_CHARACTERS = 100_000
const FILE_BYTES = 2 * 1024 * 1024
const ALL_BYTES = 512 * 1024 * 1024
const LIMIT_MS = 20_000
const LINE_CHARACTERS = 300
const SHOWN_BEFORE = 80

export type SearchInput = {
  readonly text: string
  readonly regex?: boolean | undefined
  readonly path?: string | undefined
  readonly files?: string | undefined
  readonly matchCase?: boolean | undefined
}

type Tally = { lines: string[]; characters: number; files: number; bytes: number; tooLarge: number; cut: string | null }

export async function searchFiles(fence: Fence, input: SearchInput, signal: AbortSignal): Promise<Output | Refusal> {
  const only = input.files === undefined ? null : pathGlob(input.files, { byName: true })
  if (only !== null && !only.ok) return only
  const start = await locate(fence, input.path ?? ".")
  if (!start.ok) return start
  const matcher = matcherFor({ text: input.text, regex: input.regex ?? false, matchCase: input.matchCase ?? false })
  if ("ok" in matcher) return matcher
  const tally: Tally = { lines: [], characters: 0, files: 0, bytes: 0, tooLarge: 0, cut: null }
  try {
    const { files, cutBecause } = isFile(start, input.path ?? ".")
      ? { files: [{ path: start.path, segments: [] }], cutBecause: () => null }
      : walk(fence, start, { signal, limitMs: LIMIT_MS, ...(only === null ? {} : { mayHold: only.mayHold }) })
    for await (const file of files) {
      if (only !== null && file.segments.length > 0 && !only.fits(file.segments)) continue
      await searchIn(file, [...start.inside, ...file.segments].join("/"), matcher, tally, signal)
      if (tally.cut !== null || signal.aborted) break
    }
    if (signal.aborted) return refuse("The search was stopped.")
    return said(report(tally, tally.cut ?? cutBecause()))
  } finally {
    await matcher.close()
  }
}

async function searchIn(file: Walked, name: string, matcher: Matcher, tally: Tally, signal: AbortSignal): Promise<void> {
  const bytes = await textOf(file, tally, signal)
  if (bytes === null) return
  tally.files++
  tally.bytes += bytes.length
  const text = bytes.toString("utf8").replaceAll("\r\n", "\n")
  const found = await matcher.find(text, MOST_MATCHES - tally.lines.length + 1)
  if (found === "too-slow") {
    tally.cut = `the expression takes too long in ${showName(name)}; write a simpler one`
    return
  }
  let line = 1
  let at = 0
  for (const start of found) {
    for (let next = text.indexOf("\n", at); next !== -1 && next < start; next = text.indexOf("\n", at)) {
      line++
      at = next + 1
    }
    if (tally.lines.length === MOST_MATCHES) {
      tally.cut = `there are more than ${MOST_MATCHES} matching lines`
      return
    }
    const shown = `${showName(name)}:${line}: ${lineAround(text, at, start)}`
    tally.characters += shown.length
    if (tally.characters > OUTPUT_CHARACTERS) {
      tally.cut = "the answer became too long"
      return
    }
    tally.lines.push(shown)
  }
  if (tally.bytes > ALL_BYTES) tally.cut = `more than ${count(ALL_BYTES, "byte")} were searched`
}

/** null: not a text that is searched. */
async function textOf(file: Walked, tally: Tally, signal: AbortSignal): Promise<Buffer | null> {
  const opened = openConfined(file, file.path)
  if (!opened.ok) return null
  try {
    if (!opened.stats.isFile()) return null
    if (opened.stats.size > FILE_BYTES) {
      tally.tooLarge++
      return null
    }
    const bytes = await readWhole(opened.descriptor, FILE_BYTES, signal)
    return bytes === null || whyBinary(bytes) !== null ? null : bytes
  } catch {
    return null
  } finally {
    closeSync(opened.descriptor)
  }
}

/** The piece of a line around a match; `at` is where the line begins. */
function lineAround(text: string, at: number, match: number): string {
  const next = text.indexOf("\n", match)
  const end = next === -1 ? text.length : next
  if (end - at <= LINE_CHARACTERS) return showText(text.slice(at, end))
  const from = Math.max(at, match - SHOWN_BEFORE)
  const to = Math.min(end, from + LINE_CHARACTERS)
  const piece = showText(text.slice(from, to).toWellFormed())
  return `${from > at ? "…" : ""}${piece}${to < end ? "…" : ""}`
}

function report(tally: Tally, cut: string | null): string {
  const notices: string[] = []
  if (tally.lines.length === 0) notices.push(`[nothing found in ${count(tally.files, "file")}]`)
  if (tally.tooLarge > 0)
    notices.push(`[${count(tally.tooLarge, "file")} of more than ${count(FILE_BYTES, "byte")} not searched]`)
  if (cut !== null) notices.push(`[not everything was searched: ${cut}]`)
  return [...tally.lines, ...notices].join("\n")
}
