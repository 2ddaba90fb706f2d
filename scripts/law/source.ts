// Owns: reading one source file with a real parser: its imports (values, types, dynamic, require) and every node of its tree.
import { parseSync } from "rolldown/utils"

export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export type Import = { specifier: string; line: number }

export type Source = {
  path: string
  lines: number
  isTest: boolean
  imports: readonly Import[]
  /** Lines with an import whose target is computed, so that nobody can check it. */
  computedImports: readonly number[]
  nodes: readonly Node[]
  errors: readonly string[]
  lineOf: (node: Node) => number
}

export type File = { path: string; text: string }

export const styleSheet = /\.css$/
export const sourceFile = /\.([mc]?[tj]s|[tj]sx)$/
/** Tests and what only tests may import: `testing/` folders hold a package's own stage props. */
export const testFile = /\.(test|e2e|screen)\.tsx?$|\/testing\//

export function readSource(file: File): Source {
  const result = parseSync(file.path, file.text)
  const nodes: Node[] = []
  collect(result.program as unknown as Node, nodes)
  const lineOf = lineFinder(file.text)
  const imports: Import[] = []
  const computedImports: number[] = []
  for (const node of nodes) {
    const target = importTarget(node)
    if (target === undefined) continue
    const specifier = literal(target)
    if (specifier === undefined) computedImports.push(lineOf(node))
    else imports.push({ specifier, line: lineOf(node) })
  }
  return {
    path: file.path,
    lines: countLines(file.text),
    isTest: testFile.test(file.path),
    imports,
    computedImports,
    nodes,
    errors: result.errors.map((error) => error.message),
    lineOf,
  }
}

function collect(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, into)
  } else if (isNode(value)) {
    into.push(value)
    for (const key in value) collect(value[key], into)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string"
}

function importTarget(node: Node): Node | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "TSImportType":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return isNode(node.source) ? node.source : undefined
    case "TSExternalModuleReference":
      return node.expression as Node
    case "CallExpression":
      return isNode(node.callee) && isRequire(node.callee) ? (node.arguments as Node[])[0] : undefined
    default:
      return undefined
  }
}

function isRequire(callee: Node): boolean {
  if (callee.type === "Identifier") return callee.name === "require"
  return callee.type === "MemberExpression" && memberPath(callee) === "require.resolve"
}

function literal(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined
  if (node.type === "TemplateLiteral" && (node.expressions as Node[]).length === 0) {
    return (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked
  }
  return undefined
}

/** `a.b.c` for a chain of plain names, also when written `a["b"]`; undefined for anything computed. */
export function memberPath(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name as string
  if (node.type === "ChainExpression") return memberPath(node.expression as Node)
  if (node.type !== "MemberExpression") return undefined
  const object = memberPath(node.object as Node)
  const property = propertyName(node)
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

/** The last name of a member access, whatever it is accessed on. */
export function propertyName(node: Node): string | undefined {
  const property = node.property as Node
  return node.computed ? literal(property) : (property.name as string | undefined)
}

export function countLines(text: string): number {
  if (text === "") return 0
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
}

/** The parser counts in UTF-16 units, as strings do. */
function lineFinder(text: string): (node: Node) => number {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (node) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= node.start) low = middle
      else high = middle
    }
    return low + 1
  }
}
