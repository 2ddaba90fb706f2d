// Owns: how the arguments of a slash command are written down once, for its hint and for completion.

export type Argument =
  /** `name` stands in the hint where the values would be too many, or not all of what may be typed. */
  | { readonly kind: "choice"; readonly values: Values; readonly name?: string; readonly optional?: true }
  /** The rest of the line. */
  | { readonly kind: "text"; readonly name: string; readonly optional?: true }
  | {
      readonly kind: "flag"
      readonly name: string
      readonly value?: { readonly name: string; readonly values: readonly string[] }
    }

type Values = readonly string[] | ((before: readonly string[]) => readonly string[])

export function choice(values: Values, options: { readonly name?: string; readonly optional?: true } = {}): Argument {
  return { kind: "choice", values, ...options }
}

export function text(name: string, options: { readonly optional?: true } = {}): Argument {
  return { kind: "text", name, ...options }
}

export function flag(name: string, value?: { readonly name: string; readonly values: readonly string[] }): Argument {
  return { kind: "flag", name, ...(value ? { value } : {}) }
}

/** `<a|b>` must be given, `[a|b]` may be. */
export function hintOf(accepted: readonly Argument[]): string {
  return accepted.map(hintOfOne).join(" ")
}

function hintOfOne(argument: Argument): string {
  if (argument.kind === "flag") return `[--${argument.name}${argument.value ? ` ${argument.value.name}` : ""}]`
  const inner = argument.kind === "text" ? argument.name : (argument.name ?? valuesOf(argument, []).join("|"))
  return argument.optional ? `[${inner}]` : `<${inner}>`
}

/** What may stand after the words that are there, as values to pick from and as the rest of the hint. */
export function expected(
  accepted: readonly Argument[],
  before: readonly string[],
): { readonly values: readonly string[]; readonly rest: readonly Argument[] } {
  const flags = accepted.filter((one) => one.kind === "flag")
  const positional = accepted.filter((one) => one.kind !== "flag")
  const given: string[] = []
  const used = new Set<string>()
  let open: readonly string[] | undefined
  for (const word of before) {
    const named: (typeof flags)[number] | undefined = open ? undefined : flags.find(({ name }) => word === `--${name}`)
    if (named) used.add(named.name)
    else if (!open) given.push(word)
    open = named?.value?.values
  }
  const left = flags.filter(({ name }) => !used.has(name))
  if (open) return { values: open, rest: left }
  const next = positional[Math.min(given.length, positional.length - 1)]
  const isText = next?.kind === "text"
  if (given.length >= positional.length && !isText) return { values: left.map(({ name }) => `--${name}`), rest: left }
  const values = next && !isText ? valuesOf(next, given) : []
  return { values, rest: given.length < positional.length ? [...positional.slice(given.length), ...left] : left }
}

function valuesOf(argument: Argument & { kind: "choice" }, before: readonly string[]): readonly string[] {
  return typeof argument.values === "function" ? argument.values(before) : argument.values
}
