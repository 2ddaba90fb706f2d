// Owns: the rule that no list of event names is kept outside of the concepts. A new event would have to be added to each, and the one that was
// forgotten fails silently.
import { namesOfEvents } from "./law.ts"
import type { Project } from "./project.ts"
import type { Rule, Violation } from "./rule.ts"
import { isNode, memberPath, type Source } from "./source.ts"

const { most, except } = namesOfEvents

export const eventNameRules: readonly Rule[] = [
  {
    name: "event-names",
    says: `a source outside of the concepts names events of one concept, and no more than ${most} of them`,
    find: listedEvents,
  },
]

function listedEvents(project: Project): readonly Violation[] {
  const owners = ownersOf(project)
  return project.sources.filter(isHeldToIt).flatMap((source): Violation[] => {
    const named = new Map<string, number>()
    for (const node of source.nodes) {
      const name = node.type === "Literal" && typeof node.value === "string" ? node.value : null
      if (name !== null && owners.has(name) && !named.has(name)) named.set(name, source.lineOf(node))
    }
    const concepts = new Set([...named.keys()].map((name) => owners.get(name)))
    if (named.size <= most && concepts.size <= 1) return []
    const line = [...named.values()].at(-1) ?? 1
    return [
      {
        path: source.path,
        line,
        problem: `names ${[...named.keys()].join(", ")}: let their concepts declare what is common to them`,
      },
    ]
  })
}

function isHeldToIt({ path, isTest }: Source): boolean {
  const isShipped = path.startsWith("packages/") || path.startsWith("apps/")
  return isShipped && !isTest && !except.some((folder) => path.startsWith(`${folder}/`))
}

/** The concept of each event, from the contract. What is also the name of a command may be either, and is left out. */
function ownersOf({ sources }: Project): ReadonlyMap<string, string> {
  const typesIn = (file: string) =>
    sources.flatMap((source) => {
      const [, concept] = new RegExp(`^packages/contract/src/([^/]+)/${file}\\.ts$`).exec(source.path) ?? []
      return concept === undefined ? [] : literalsOf(source).map((name) => [name, concept] as const)
    })
  const owners = new Map(typesIn("events"))
  for (const [name] of typesIn("commands")) owners.delete(name)
  return owners
}

/** `z.literal("turn.started")`, as contracts name a type. */
function literalsOf({ nodes }: Source): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.type !== "CallExpression" || !isNode(node.callee) || memberPath(node.callee) !== "z.literal") return []
    const [named] = node.arguments as { readonly value?: unknown }[]
    return typeof named?.value === "string" ? [named.value] : []
  })
}
