// Owns: what is said of a command after reading it.

/** In order of strictness. */
export const leafClasses = ["read", "edit", "build", "any", "unknown", "destructive", "forbidden"] as const
export type LeafClass = (typeof leafClasses)[number]

export type Finding = {
  readonly class: LeafClass
  readonly network?: boolean
  /** It writes a file that later runs, or tells a program or an agent what to do (T12). */
  readonly sensitive?: boolean
  readonly rule: string
  /** What it does or is, as the end of a sentence that starts with the command. */
  readonly because: string
}

export type Leaf = {
  /** Its words when all are literal; null when some are only known when it runs. */
  readonly words: readonly string[] | null
  readonly text: string
  readonly class: LeafClass
  readonly network: boolean
  readonly sensitive: boolean
  readonly rule: string
  readonly because: string
  /** Nothing but literal words: no redirection, no assignment, no substitution, no pattern. Only such a command can be granted. */
  readonly simple: boolean
}

export type ShellReading = {
  readonly leaves: readonly Leaf[]
  /** The strictest of them. */
  readonly class: LeafClass
  readonly network: boolean
  readonly deciding: Leaf
}

const rank = new Map(leafClasses.map((name, index) => [name, index]))

export function strictness(name: LeafClass): number {
  return rank.get(name) ?? leafClasses.length
}

/** The strictest; of equals the first. Whether the network is needed and a sensitive file is written adds up. */
export function strictest(findings: readonly Finding[], fallback: Finding): Finding {
  let worst = findings[0] ?? fallback
  let network = false
  let sensitive = false
  for (const finding of findings) {
    if (finding.network) network = true
    if (finding.sensitive) sensitive = true
    if (strictness(finding.class) > strictness(worst.class)) worst = finding
  }
  return (worst.network ?? false) === network && (worst.sensitive ?? false) === sensitive
    ? worst
    : { ...worst, network, sensitive }
}

export function atLeast(finding: Finding, floor: Finding): Finding {
  return strictest([finding, floor], floor)
}
