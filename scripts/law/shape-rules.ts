// Owns: the rules about the shape of the code: no circle of folders, and nothing too long or too crowded to be read.
import { posix } from "node:path"
import { acyclicFolders, fullestFolder, heldToLimits, longestFile, longestFunction, longestLegacyFile } from "./law.ts"
import type { Project } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { isNode, type Node, type Source } from "./source.ts"

export const shapeRules: readonly Rule[] = [
  {
    name: "no-circles",
    says: "no folder of the listed roots imports another in a circle; imports of types count",
    find: circles,
  },
  {
    name: "length",
    says: `no file is longer than ${longestFile} lines, or ${longestLegacyFile} outside of the listed roots`,
    find: tooLong,
  },
  {
    name: "function-length",
    says: `no function of the listed roots has more than ${longestFunction} lines of its own`,
    find: longFunctions,
  },
  {
    name: "folder-size",
    says: `no folder of the listed roots has more than ${fullestFolder} source files`,
    find: crowded,
  },
]

type Edge = { readonly from: string; readonly to: string; readonly path: string; readonly line: number }

function circles({ sources }: Project): Violation[] {
  return acyclicFolders.flatMap(({ root, depth }) => {
    const edges = sources
      .filter(({ path, isTest }) => path.startsWith(`${root}/`) && !isTest)
      .flatMap((source) => edgesOf(source, root, depth))
    return edges
      .filter(({ from, to }) => leadsTo(to, from, edges))
      .map(({ from, to, path, line }) => ({ path, line, problem: `${from} imports ${to}, and ${to} leads back to ${from}` }))
  })
}

function edgesOf({ path, imports }: Source, root: string, depth: number): Edge[] {
  const from = folderOf(path, root, depth)
  return imports.flatMap(({ specifier, line }) => {
    if (!specifier.startsWith(".")) return []
    const target = posix.normalize(posix.join(posix.dirname(path), specifier))
    if (!target.startsWith(`${root}/`)) return []
    const to = folderOf(target, root, depth)
    return to === from ? [] : [{ from, to, path, line }]
  })
}

/** The first folders below the root; files that lie in the root itself are a folder of their own. */
function folderOf(path: string, root: string, depth: number): string {
  const folders = posix.dirname(path.slice(root.length + 1)).split("/")
  return folders.slice(0, depth).join("/")
}

function leadsTo(start: string, end: string, edges: readonly Edge[]): boolean {
  const seen = new Set([start])
  for (const folder of seen) {
    if (folder === end) return true
    for (const { from, to } of edges) if (from === folder) seen.add(to)
  }
  return false
}

function isHeld(path: string): boolean {
  return heldToLimits.some((root) => path.startsWith(`${root}/`))
}

function tooLong({ sources }: Project): Violation[] {
  return sources
    .filter(({ path, lines }) => lines > (isHeld(path) ? longestFile : longestLegacyFile))
    .map(({ path, lines }) => ({ path, line: lines, problem: `${lines} lines` }))
}

/** What only a test runner calls; stage props in `testing/` folders are held to the limits like any other source. */
const isTestFile = ({ path }: Source) => /\.(test|e2e|screen)\.tsx?$/.test(path)
const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"])

function longFunctions({ sources }: Project): Violation[] {
  return sources
    .filter((source) => isHeld(source.path) && !isTestFile(source))
    .flatMap((source) =>
      source.nodes.flatMap((node): Violation[] => {
        const lines = functions.has(node.type) ? ownLines(node, source) : 0
        if (lines <= longestFunction) return []
        return [{ path: source.path, line: source.lineOf(node), problem: `a function with ${lines} lines` }]
      }),
    )
}

/** Without the lines of the functions inside it, which are counted for themselves. */
function ownLines(node: Node, source: Source): number {
  const inside = innerFunctions(node).reduce((sum, inner) => sum + height(inner, source), 0)
  return height(node, source) + 1 - inside
}

function height(node: Node, { lineOf }: Source): number {
  return lineOf({ ...node, start: node.end }) - lineOf(node)
}

function innerFunctions(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => (functions.has(child.type) ? [child] : innerFunctions(child)))
}

function crowded({ sources }: Project): Violation[] {
  const held = sources.filter((source) => isHeld(source.path) && !isTestFile(source))
  const folders = Map.groupBy(held, ({ path }) => posix.dirname(path))
  return [...folders]
    .filter(([, files]) => files.length > fullestFolder)
    .flatMap(([folder, files]) => files.map(({ path }) => ({ path, line: 1, problem: `${files.length} files in ${folder}` })))
}
