// Owns: the ids of the threat and fault lists, and that each is named in the title of a test: T (attacks), G (git), F (faults), A (the model's API), 1a
// (Electron's own checklist).
// An id that nobody names is a promise nobody has tried.
import type { Project } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { isNode, type Node, type Source } from "./source.ts"

const last = { T: 36, G: 9, F: 36, A: 17, "1a-": 20 }

export const threatIds: readonly string[] = Object.entries(last).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)

/** What these are about is not there yet. Whoever builds it takes the line away and writes the test. */
export const notBuiltYet: Readonly<Record<string, string>> = {
  T33: "no MCP server can be connected",
  T35: "nothing runs on another machine",
  F9: "worktrees are not reconciled after a kill, and Kibitz merges nothing",
  F20: "a worktree that was deleted by hand is not offered again",
  F21: "a branch that was moved by hand pauses nobody",
  F23: "Kibitz merges nothing",
}

const here = "scripts/law/threats.ts"

export const threatRules: readonly Rule[] = [
  { name: "threats", says: "every threat and fault is named in the title of a test", find: mismatches },
]

function mismatches(project: Project): Violation[] {
  const named = project.sources.flatMap((source) =>
    titlesIn(source).flatMap((node) => idsIn(textOf(node)).map((id) => ({ id, path: source.path, line: source.lineOf(node) }))),
  )
  const wrong = named.flatMap(({ id, path, line }): Violation[] => {
    if (!threatIds.includes(id)) return [{ path, line, problem: `${id} is in no list` }]
    return id in notBuiltYet ? [{ path, line, problem: `${id} is tested, yet ${here} says: ${notBuiltYet[id]}` }] : []
  })
  // Held against the sources the list itself belongs to, not against a handful of others.
  if (!project.sources.some(({ path }) => path === here)) return wrong
  const tested = new Set(named.map(({ id }) => id))
  const missing = threatIds.filter((id) => !tested.has(id) && !(id in notBuiltYet))
  return [...wrong, ...missing.map((id) => ({ path: here, line: 1, problem: `no test is named after ${id}` }))]
}

/** "T22: …", "… (F11, I1)", but not Alt+F4. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w+.-])([TGFA]|1a-)\d{1,2}(?![\w+.-])/g)].map(([id]) => id)
}

/** What test, it and describe are called with, and the lines of a table of tests, which begin with the id. */
function titlesIn(source: Source): Node[] {
  const isSuite = source.path.startsWith("packages/testkit/src/contracts/")
  if (!source.isTest && !isSuite) return []
  return source.nodes.flatMap((node) => {
    if (node.type === "CallExpression" && isTestCall(node.callee)) return (node.arguments as Node[]).slice(0, 1).flatMap(textsIn)
    return isText(node) && /^([TGFA]|1a-)\d{1,2}[ :,(]/.test(textOf(node)) ? [node] : []
  })
}

/** test(…), it.each(…)(…), test.describe(…) */
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === "Identifier") return ["test", "it", "describe"].includes(callee.name as string)
  return isTestCall(callee.type === "MemberExpression" ? callee.object : callee.callee)
}

function textsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isNode(value)) return []
  return isText(value) ? [value] : Object.values(value).flatMap(textsIn)
}

function isText(node: Node): boolean {
  return node.type === "TemplateElement" || (node.type === "Literal" && typeof node.value === "string")
}

function textOf({ value }: Node): string {
  return typeof value === "string" ? value : ((value as { cooked: string | null }).cooked ?? "")
}
