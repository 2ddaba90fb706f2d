// Owns: what can be said of a path by looking at it. Where it really leads (links, case) is for the adapter that opens it.
import type { Json, Verdict } from "@kibitz/contract"
import type { Question } from "./judge.ts"

export function pathRule(question: Question): Verdict | null {
  const path = pathOf(question.input)
  if (path === null) return null
  if (path.includes("\0")) return deny("A path cannot contain a NUL character.")
  const normal = path.replaceAll("\\", "/")
  if (normal.startsWith("/") || normal.startsWith("~") || /^[A-Za-z]:/.test(normal)) {
    return deny(`"${shown(path)}" is not inside the project folder. Give a path relative to it.`)
  }
  let depth = 0
  for (const segment of normal.split("/")) {
    if (segment === "..") depth -= 1
    else if (segment !== "" && segment !== ".") depth += 1
    if (depth < 0) return deny(`"${shown(path)}" leads out of the project folder.`)
  }
  if (normal.split("/").some((segment) => segment.toLowerCase().replace(/[. ]+$/, "") === ".git")) {
    return deny(`"${shown(path)}" is inside git's own files, which no agent may touch.`)
  }
  return null
}

function pathOf(input: Json): string | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null
  const path = input.path
  return typeof path === "string" ? path : null
}

function shown(path: string): string {
  return path.length > 120 ? `${path.slice(0, 117)}…` : path
}

function deny(because: string): Verdict {
  return { effect: "deny", rule: "workspace", because }
}
