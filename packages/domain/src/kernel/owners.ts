// Owns: who has declared something for a type of command or event, as a table that is made once.
import { bug } from "./outcome.ts"

/** What concepts have declared for a type of event that is not theirs alone, in the order of the concepts. */
export function declaredFor<Declaring, Declared extends object>(
  concepts: readonly Declaring[],
  pick: (concept: Declaring) => Declared | undefined,
): ReadonlyMap<string, readonly NonNullable<Declared[keyof Declared]>[]> {
  const all = concepts.flatMap(
    (concept) => Object.entries(pick(concept) ?? {}) as [string, NonNullable<Declared[keyof Declared]>][],
  )
  return new Map([...Map.groupBy(all, ([type]) => type)].map(([type, found]) => [type, found.map(([, rule]) => rule)]))
}

/** Fails where two concepts declare the same: it would depend on their order which of them is asked. */
export function owners<Declaring extends { readonly name: string }, Declared extends object>(
  concepts: readonly Declaring[],
  pick: (concept: Declaring) => Declared | undefined,
): ReadonlyMap<string, NonNullable<Declared[keyof Declared]>> {
  const found = new Map<string, NonNullable<Declared[keyof Declared]>>()
  const owner = new Map<string, string>()
  for (const concept of concepts) {
    for (const [type, rule] of Object.entries(pick(concept) ?? {})) {
      const other = owner.get(type)
      if (other !== undefined) bug(`${type} belongs to ${other} and to ${concept.name}`)
      owner.set(type, concept.name)
      found.set(type, rule as NonNullable<Declared[keyof Declared]>)
    }
  }
  return found
}
