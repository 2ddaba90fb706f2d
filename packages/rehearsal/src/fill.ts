// Owns: the placeholders in a scenario's text: {{user}}, {{messages}}, {{result}}, {{result.N}}, {{result.N.lines}}; and in what it gives
// a tool: {{match.N}}, what group N of its pattern caught, or what stands after a colon when it caught nothing.
import type { Scene } from "./choose.ts"

const placeholder = /\{\{(user|messages|result)(?:\.(\d{1,3}))?(\.lines)?\}\}/g
const USER_EXCERPT = 160
const RESULT_EXCERPT = 600

export function hasPlaceholders(text: string): boolean {
  return text.includes("{{")
}

export function fill(text: string, scene: Scene): string {
  if (!hasPlaceholders(text)) return text
  return text.replace(placeholder, (_whole, name: string, position: string | undefined, lines: string | undefined) => {
    if (name === "user") return excerpt(scene.userText.replaceAll(/\s+/gu, " ").trim(), USER_EXCERPT)
    if (name === "messages") return String(scene.messageCount)
    const result = position === undefined ? scene.results.at(-1) : scene.results[Number(position) - 1]
    if (result === undefined) return lines === undefined ? "(no result)" : "0"
    return lines === undefined ? excerpt(withoutBlankEdges(result.text), RESULT_EXCERPT) : String(countLines(result.text))
  })
}

/** The input of a tool, with what the user named put in its place. */
export function fillInput(input: unknown, scene: Scene): unknown {
  if (typeof input === "string") {
    return input.replace(/\{\{match\.(\d)(?::([^}]*))?\}\}/g, (_whole, group: string, otherwise: string | undefined) => {
      return scene.caught[Number(group) - 1]?.trim() || (otherwise ?? "")
    })
  }
  if (Array.isArray(input)) return input.map((one) => fillInput(one, scene))
  if (typeof input !== "object" || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fillInput(value, scene)]))
}

/** Backticks are softened: a scenario shows results inside a code fence, which a result must not close. */
function excerpt(text: string, limit: number): string {
  const whole = text.replaceAll("```", "'''")
  if (whole.length <= limit) return whole
  const cut = whole.slice(0, limit).toWellFormed().replace(/�$/u, "")
  return `${cut.trimEnd()} …`
}

/** The first line keeps its indentation: in a numbered listing it is what lines the numbers up. */
function withoutBlankEdges(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/u, "").trimEnd()
}

function countLines(text: string): number {
  const trimmed = text.trimEnd()
  return trimmed === "" ? 0 : trimmed.split("\n").length
}
