// Owns: finding the answer in a reply. It is JSON: the whole text, or the one fenced block in it. A problem is one plain sentence for the model.
import type { Issue, Schema } from "./define.ts"

export type Answered<T> = { readonly value: T } | { readonly problem: string }

const HOW = "Answer with one JSON value and nothing else."

export function readAnswer<T>(schema: Schema<T>, text: string): Answered<T> {
  const found = jsonIn(text.trim())
  if ("problem" in found) return found
  const read = schema.safeParse(found.value)
  return read.success ? { value: read.data } : { problem: `Your answer does not fit: ${issueText(read.error.issues[0])}. ${HOW}` }
}

function jsonIn(text: string): Answered<unknown> {
  if (text === "") return { problem: `Your reply had no text. ${HOW}` }
  const whole = parsed(text)
  if (whole) return whole
  const blocks = fencedBlocks(text)
  if (blocks.length === 0) return { problem: `Your reply is not JSON and has no fenced block with JSON. ${HOW}` }
  if (blocks.length > 1)
    return { problem: `Your reply has ${blocks.length} fenced blocks, so it is not clear which is the answer. ${HOW}` }
  return parsed(blocks[0] ?? "") ?? { problem: `The fenced block in your reply is not valid JSON. ${HOW}` }
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** A fence is a line that begins with three backticks or more; it ends with a line of at least as many. A block without an end is none. */
function fencedBlocks(text: string): readonly string[] {
  const blocks: string[] = []
  let open: { readonly marks: string; readonly lines: string[] } | null = null
  for (const line of text.split("\n")) {
    const marks = /^\s{0,3}(`{3,})/.exec(line)?.[1]
    if (!open) {
      if (marks) open = { marks, lines: [] }
    } else if (marks && marks.length >= open.marks.length && line.trim() === marks) {
      blocks.push(open.lines.join("\n"))
      open = null
    } else open.lines.push(line)
  }
  return blocks
}

function issueText(issue: Issue | undefined): string {
  if (!issue) return "it has the wrong shape"
  const message = issue.message.replace(/\.$/, "")
  return issue.path.length === 0 ? message : `${issue.path.map(String).join(".")}: ${message}`
}
