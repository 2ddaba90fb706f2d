// Owns: the placeholders of a scenario, in what it says and in what it gives a tool: {{user}}, {{messages}}, {{agent}}, {{role}},
// {{assignment}}, {{state}}, {{away}}, {{away.calls}}, {{needs}}, {{asked}}, {{result}}, {{result.N}}, {{result.N.lines}}, and {{match.N}}: what group N of its pattern caught, or
// what stands after a colon when it caught nothing.
import type { Scene } from "./choose.ts"
import type { Amount } from "./scenario.ts"

const placeholder =
  /\{\{(?:(user|messages|agent|role|assignment|state|away|needs|asked|result)(?:\.(\d{1,3}))?(\.lines|\.calls)?|match\.(\d)(?::([^}]*))?)\}\}/g
const USER_EXCERPT = 160
const RESULT_EXCERPT = 600
const MOST = 100_000

export function hasPlaceholders(text: string): boolean {
  return text.includes("{{")
}

export function fill(text: string, scene: Scene): string {
  if (!hasPlaceholders(text)) return text
  return text.replace(placeholder, (_whole, name, position, part, group, otherwise) => {
    if (group !== undefined) return matched(scene, group, otherwise)
    return name === "result" ? resultAt(scene, position, part === ".lines") : about(scene, name, part === ".calls")
  })
}

function about({ userText, messageCount, self, away, asked }: Scene, name: string, calls: boolean): string {
  switch (name) {
    case "messages":
      return String(messageCount)
    case "agent":
      return self.name
    case "role":
      return self.role
    case "assignment":
      return oneLine(self.assignment ?? userText)
    case "state":
      return self.assignment === null ? `you last said “${oneLine(userText)}”` : oneLine(self.assignment)
    case "away":
      return calls ? counted(away.calls, "call") : counted(away.replies, "reply")
    case "asked":
      return asked ?? ""
    case "needs":
      return away.question === null ? "nothing from you" : `your answer to: ${oneLine(away.question)}`
    default:
      return oneLine(userText)
  }
}

function resultAt(scene: Scene, position: string | undefined, lines: boolean): string {
  const result = position === undefined ? scene.results.at(-1) : scene.results[Number(position) - 1]
  if (result === undefined) return lines ? "0" : "(no result)"
  return lines ? String(countLines(result.text)) : excerpt(withoutBlankEdges(result.text), RESULT_EXCERPT)
}

function matched({ caught }: Scene, group: string, otherwise: string | undefined): string {
  return caught[Number(group) - 1]?.trim() || (otherwise ?? "")
}

/** The input of a tool, with what the user named put in its place. */
export function fillInput(input: unknown, scene: Scene): unknown {
  if (typeof input === "string") return fill(input, scene)
  if (Array.isArray(input)) return input.map((one) => fillInput(one, scene))
  if (typeof input !== "object" || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fillInput(value, scene)]))
}

/** At least one, and no more than anybody could mean. */
export function amountOf(amount: Amount, scene: Scene): number {
  const value = typeof amount === "number" ? amount : Number(fill(amount, scene))
  return Number.isFinite(value) ? Math.min(Math.max(1, Math.trunc(value)), MOST) : 1
}

function counted(count: number, what: "reply" | "call"): string {
  const many = what === "reply" ? "replies" : "calls"
  return count === 0 ? `no ${what}` : count === 1 ? `one ${what}` : `${count} ${many}`
}

function oneLine(text: string): string {
  return excerpt(text.replaceAll(/\s+/gu, " ").trim(), USER_EXCERPT)
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
