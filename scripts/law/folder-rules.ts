// Owns: the rules about the shape of the code: which layer of folders may import which, that none import each other in a circle, how many files a folder
// holds, and how long files, functions and style sheets get.
import { posix } from "node:path"
import {
  acyclicFolders,
  type FolderLayers,
  folderLayers,
  fullestFolders,
  longestFile,
  longestFunction,
  longestStyleSheet,
  recordsWithoutRules,
} from "./law.ts"
import { type Project, targetOf } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import type { Node, Source } from "./source.ts"

export const folderRules: readonly Rule[] = [
  {
    name: "folder-layers",
    says: "a layer of folders imports only those below it, and folders of a layer that are apart never import each other",
    find: (project) => folderLayers.flatMap((layers) => againstFolderLayers(project, layers)),
  },
  {
    name: "folder-cycles",
    says: "folders do not import each other in a circle, not even types",
    find: (project) => acyclicFolders.flatMap((root) => inCircles(project, root)),
  },
  {
    name: "records-without-rules",
    says: "the record of a concept reaches no rules, not even through other files: screens load it",
    find: recordsWithRules,
  },
  { name: "folder-size", says: "no folder holds more sources than the table allows", find: crowded },
  { name: "style-length", says: `no style sheet is longer than ${longestStyleSheet} lines`, find: longStyles },
  { name: "length", says: `no file is longer than ${longestFile} lines`, find: longFiles },
  { name: "function-length", says: `no shipped function is longer than ${longestFunction.lines} lines`, find: longFunctions },
]

type Import = { readonly source: Source; readonly line: number; readonly path: string }

/** Every import within a folder, of values, types and style sheets alike. */
function importsWithin(project: Project, root: string): readonly Import[] {
  return within(project.sources, root).flatMap((source) =>
    source.imports.flatMap(({ specifier, line }) => {
      const target = targetOf(source, specifier)
      return target.kind === "ours" && target.path.startsWith(`${root}/`) ? [{ source, line, path: target.path }] : []
    }),
  )
}

function within<Item extends { readonly path: string }>(items: readonly Item[], root: string): readonly Item[] {
  return items.filter(({ path }) => path.startsWith(`${root}/`))
}

/** The folders below `root` that a path lies in, at most `depth` of them; "" for a file of `root` itself. */
function folderOf(path: string, root: string, depth = Number.POSITIVE_INFINITY): string {
  return posix
    .dirname(path.slice(root.length + 1))
    .split("/")
    .slice(0, depth)
    .join("/")
    .replace(/^\.$/, "")
}

function againstFolderLayers(project: Project, { root, layers, apart }: FolderLayers): readonly Violation[] {
  return importsWithin(project, root).flatMap(({ source, line, path }): Violation[] => {
    const [from = "", own] = folderOf(source.path, root, 2).split("/")
    const [to = "", other] = folderOf(path, root, 2).split("/")
    // A file beside the layers, like the entry, may import all of them.
    const isUpwards = layers.includes(from) && layers.indexOf(to) > layers.indexOf(from)
    if (isUpwards) return [{ path: source.path, line, problem: `${from} may not import ${to} (${path})` }]
    const isAcross = from === to && apart.includes(from) && own !== other
    return isAcross ? [{ path: source.path, line, problem: `${from}/${own} may not import ${from}/${other} (${path})` }] : []
  })
}

function inCircles(project: Project, root: string): readonly Violation[] {
  const edges = importsWithin(project, root)
    .filter(({ source }) => !source.isTest)
    .map((one) => ({ ...one, from: folderOf(one.source.path, root), to: folderOf(one.path, root) }))
    .filter(({ from, to }) => from !== to)
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = (start: string, goal: string): boolean => {
    const seen = new Set([start])
    for (const folder of seen) for (const { to } of next.get(folder) ?? []) seen.add(to)
    return seen.has(goal)
  }
  return edges
    .filter(({ from, to }) => reaches(to, from))
    .map(({ source, line, from, to }) => ({
      path: source.path,
      line,
      problem: `${from || "."} imports ${to || "."}, which leads back to it`,
    }))
}

function recordsWithRules(project: Project): readonly Violation[] {
  const { root, records, rules } = recordsWithoutRules
  const next = Map.groupBy(importsWithin(project, root), ({ source }) => source.path)
  const ruleReachedFrom = (start: string): string | undefined => {
    const seen = new Set([start])
    for (const file of seen) {
      if (rules.includes(posix.basename(file))) return file
      for (const { path } of next.get(file) ?? []) seen.add(path)
    }
    return undefined
  }
  return [...next.values()].flat().flatMap(({ source, line, path }): Violation[] => {
    const rule = records.includes(posix.basename(source.path)) ? ruleReachedFrom(path) : undefined
    return rule === undefined ? [] : [{ path: source.path, line, problem: `${path} leads to the rules in ${rule}` }]
  })
}

/** What only a test runner calls: tests, and the suites that ports pass. Stage props in `testing/` folders are sources like any other. */
const isTestFile = ({ path }: Source) => /(\.(test|e2e|screen)|-contract)\.tsx?$/.test(path)

function crowded(project: Project): readonly Violation[] {
  return fullestFolders.flatMap(({ root, sources: most }) => {
    const sources = within(project.sources, root).filter((source) => !isTestFile(source))
    return [...Map.groupBy(sources, ({ path }) => posix.dirname(path))]
      .filter(([, held]) => held.length > most)
      .flatMap(([folder, held]) => held.map(({ path }) => ({ path, line: 1, problem: `${held.length} sources in ${folder}` })))
  })
}

function longStyles({ styles }: Project): readonly Violation[] {
  return styles
    .filter(({ lines }) => lines > longestStyleSheet)
    .map(({ path, lines }) => ({ path, line: lines, problem: `${lines} lines` }))
}

function longFiles({ sources }: Project): readonly Violation[] {
  return sources
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => ({ path, line: lines, problem: `${lines} lines` }))
}

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"])

/** A table of tests is a function too, and as long as it has to be. */
function longFunctions({ sources }: Project): readonly Violation[] {
  return longestFunction.folders
    .flatMap((folder) => within(sources, folder))
    .filter((source) => !isTestFile(source))
    .flatMap((source) =>
      source.nodes
        .filter(({ type }) => functions.has(type))
        .map((node) => ({ line: source.lineOf(node), length: linesOf(node, source) }))
        .filter(({ length }) => length > longestFunction.lines)
        .map(({ line, length }) => ({ path: source.path, line, problem: `a function of ${length} lines` })),
    )
}

function linesOf(node: Node, source: Source): number {
  return source.lineOf({ ...node, start: node.end }) - source.lineOf(node) + 1
}
