// Owns: how the table entry of a program is read against its words. An entry says what the program does by itself, what single options
// and subcommands make of it, and which words are places it writes to.
import { isSensitive } from "../guarded/sensitive.ts"
import { atLeast, type Finding, type LeafClass, strictest } from "./types.ts"
import { forbiddenName, type Ground, placeOf } from "./where.ts"
import type { Arg } from "./words.ts"

export type Raise = { readonly class: LeafClass; readonly because: string; readonly network?: boolean; readonly rule?: string }

export type Spec = {
  readonly class: LeafClass
  /** "lists files", after the name of the command. */
  readonly because: string
  readonly rule?: string
  readonly network?: boolean
  /** What an option makes of it. Keys as written: "-o", "--output", "-delete" for programs with long options after one dash. */
  readonly options?: Readonly<Record<string, Raise>>
  /** Options whose value is the next word. */
  readonly takes?: string
  /** Options whose value is a place it writes to. */
  readonly writesTo?: string
  /** What its operands are. write: all are written. last: the last is written, unless -t names the folder. text: none is a path.
   * pattern: the first is no path. read, if left out. */
  readonly operands?: "read" | "write" | "last" | "text" | "pattern"
  /** Options whose value is text for people, in which a file may be mentioned. */
  readonly texts?: string
  /** Words that are only known when it runs cannot change what it does. */
  readonly dynamic?: boolean
  /** Options are written with one dash and a whole word. */
  readonly singleDash?: boolean
  readonly subcommands?: Readonly<Record<string, Spec>>
  /** A subcommand that is not listed; the entry itself when left out. */
  readonly otherwise?: Raise
  /** What a table cannot say. */
  readonly look?: (call: Call) => Finding | readonly Finding[] | null
}

/** `from`: the word that holds the value. */
export type Given = { readonly name: string; readonly value: Arg | null; readonly from: Arg }
export type Words = { readonly options: readonly Given[]; readonly operands: readonly Arg[] }

export type Call = {
  readonly name: string
  readonly args: readonly Arg[]
  readonly words: Words
  readonly ground: Ground
  /** It is part of a pipeline: what it prints may become words of another command. */
  readonly piped: boolean
  /** Its here-document or here-string, when that is literal; null when it is dynamic, undefined when there is none. */
  readonly input: string | null | undefined
  /** Classifies a command given as words, such as the one behind `env`. */
  readonly inner: (args: readonly Arg[]) => Finding
  /** Classifies a command given as text, such as that of `sh -c`. */
  readonly innerText: (text: string) => Finding
}

export function applySpec(spec: Spec, call: Call): Finding {
  const findings: Finding[] = []
  const deepest = withSubcommand(spec, call, findings)
  findings.push(...pathFindings(deepest.spec, deepest.call))
  return strictest(findings, base(spec))
}

function base(spec: Spec | Raise): Finding {
  const rule = spec.rule ?? `class-${spec.class}`
  return { class: spec.class, rule, because: spec.because, ...(spec.network ? { network: true } : {}) }
}

function withSubcommand(spec: Spec, call: Call, findings: Finding[]): { spec: Spec; call: Call } {
  const own = judgeOwn(spec, call, findings)
  const first = own.words.operands[0]
  if (!spec.subcommands || !first) {
    findings.push(base(spec))
    // `pnpm -w publish`: an option that is thought to take a value may have swallowed the verb.
    if (spec.subcommands) verbsAmong(spec, own, call.args, findings)
    return { spec, call: own }
  }
  if (first.dynamic || first.glob) {
    findings.push({ class: "unknown", rule: "dynamic", because: "runs a subcommand that is only known when it runs" })
    return { spec, call: own }
  }
  const at = call.args.indexOf(first)
  const next = Object.hasOwn(spec.subcommands, first.value) ? spec.subcommands[first.value] : undefined
  if (!next) {
    findings.push(base(spec.otherwise ?? spec))
    verbsAmong(spec, own, call.args, findings)
    return { spec, call: own }
  }
  const before = call.args.slice(0, Math.max(at, 0))
  findings.push(...pathFindings({ ...spec, operands: "read" }, { ...own, args: before, words: { ...own.words, operands: [] } }))
  verbsAmong(spec, own, before, findings)
  return withSubcommand(next, { ...call, name: `${call.name} ${first.value}`, args: call.args.slice(at + 1) }, findings)
}

/** Words that could be the verb after all, when options of the program are not all known here: the strictest counts. */
function verbsAmong(spec: Spec, call: Call, args: readonly Arg[], findings: Finding[]): void {
  for (const [index, arg] of args.slice(0, 12).entries()) {
    const verb = spec.subcommands && Object.hasOwn(spec.subcommands, arg.value) ? spec.subcommands[arg.value] : undefined
    if (verb) withSubcommand(verb, { ...call, args: args.slice(index + 1) }, findings)
  }
}

function judgeOwn(spec: Spec, call: Call, findings: Finding[]): Call {
  const words = parseWords(call.args, spec)
  const own = { ...call, words }
  for (const given of words.options) {
    const raise = raised(given.name, spec)
    if (raise) findings.push(base(raise))
  }
  const guarded = spec.options !== undefined || spec.writesTo !== undefined || spec.look !== undefined
  if (guarded && !spec.dynamic && call.args.some((arg) => arg.loose)) {
    findings.push({
      class: "unknown",
      rule: "dynamic",
      because: "has words that are only known when it runs and could be options",
    })
  }
  const looked = spec.look?.(own)
  if (looked) findings.push(...(Array.isArray(looked) ? (looked as readonly Finding[]) : [looked as Finding]))
  return own
}

function pathFindings(spec: Spec, call: Call): Finding[] {
  const findings: Finding[] = []
  const { operands, options } = call.words
  const writes = new Set<Arg>()
  const into = (spec.writesTo ?? "").split(" ")
  for (const given of options) if (given.value && into.some((name) => sameOption(given.name, name))) writes.add(given.value)
  if (spec.operands === "write") for (const operand of operands) writes.add(operand)
  if (spec.operands === "last" && ![...writes].length) {
    const last = operands.at(-1)
    if (last) writes.add(last)
  }
  for (const arg of writes) {
    const finding = writeFinding(arg, call.ground)
    if (finding) findings.push(finding)
  }
  if (spec.operands === "text" && !call.piped) return findings
  const texts = new Set<Arg>(spec.operands === "pattern" ? operands.slice(0, 1) : [])
  const textOptions = (spec.texts ?? "").split(" ")
  for (const given of options) if (textOptions.includes(given.name)) texts.add(given.from)
  for (const arg of call.args) {
    if (texts.has(arg)) continue
    const finding =
      nameFinding(arg, call.ground) ?? (writes.has(arg) || spec.operands === "text" ? null : readFinding(arg, call.ground))
    if (finding) findings.push(finding)
  }
  return findings
}

/** What writing there means; null when the place is nobody's. */
export function writeFinding(arg: Arg, ground: Ground): Finding | null {
  const named = nameFinding(arg, ground)
  if (named) return named
  switch (placeOf(arg, ground)) {
    case "inside":
      return {
        class: "edit",
        rule: "class-edit",
        because: `writes ${shown(arg.value)} in the project folder`,
        ...(isSensitive(arg.value) ? { sensitive: true } : {}),
      }
    case "scratch":
      return null
    case "unknown":
      return {
        class: "unknown",
        rule: "dynamic-path",
        because: `writes to a place that is only known when it runs: ${shown(arg.value)}`,
      }
    default:
      return { class: "forbidden", rule: "workspace", because: `writes outside the project folder: ${shown(arg.value)}` }
  }
}

export function nameFinding(arg: Arg, ground: Ground): Finding | null {
  const found = forbiddenName(arg, ground)
  return found && { class: "forbidden", rule: found.rule, because: `names ${shown(found.part)}: ${found.because}` }
}

/** Reading elsewhere is not harmful by itself, but is nothing a project's work needs without asking. */
export function readFinding(arg: Arg, ground: Ground): Finding | null {
  const value = arg.value.replace(/^-{1,2}[\w-]+=/, "")
  if (!/^(~|\/|\.\.(\/|$)|\$\{?HOME)|\/\.\.(\/|$)/.test(value)) return null
  const place = placeOf(value === arg.value ? arg : { ...arg, value }, ground)
  if (place !== "outside") return null
  return { class: "any", rule: "outside-read", because: `reads outside the project folder: ${shown(value)}` }
}

/** Options and operands, told apart as getopt does. Long options may be cut short. */
export function parseWords(
  args: readonly Arg[],
  spec: Pick<Spec, "takes" | "texts" | "writesTo" | "singleDash" | "subcommands">,
): Words {
  const takes = `${spec.takes ?? ""} ${spec.writesTo ?? ""} ${spec.texts ?? ""}`.split(" ").filter((name) => name !== "")
  const takesValue = (name: string) => takes.some((option) => sameOption(name, option))
  const options: Given[] = []
  const operands: Arg[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    const value = arg.value
    if (value === "--") {
      // `find -- . -delete`: where options are whole words, two dashes do not end them.
      if (spec.singleDash) continue
      operands.push(...args.slice(i + 1))
      break
    }
    if (!/^[-+]./.test(value) || (value.startsWith("+") && !spec.singleDash)) {
      operands.push(arg)
      // Behind a subcommand the options are its own.
      if (spec.subcommands) break
      continue
    }
    if (value.startsWith("--") || spec.singleDash) {
      const equals = value.indexOf("=")
      const name = equals < 0 ? value : value.slice(0, equals)
      if (equals >= 0) options.push({ name, value: { ...arg, value: value.slice(equals + 1) }, from: arg })
      else if (takesValue(name)) options.push({ name, value: args[++i] ?? null, from: args[i] ?? arg })
      else options.push({ name, value: null, from: arg })
      continue
    }
    // A word such as `-version` is one option for some programs and a bundle for others: it counts as both.
    if (value.length > 2) options.push({ name: value, value: null, from: arg })
    // No program has so many letters; read each once, so that a long bundle costs nothing.
    const letters = value.length > 64 ? `-${[...new Set(value.slice(1))].join("")}` : value
    for (let at = 1; at < letters.length; at++) {
      const name = `-${letters[at]}`
      if (!takesValue(name)) {
        options.push({ name, value: null, from: arg })
        continue
      }
      const stuck = letters.slice(at + 1)
      if (stuck !== "") options.push({ name, value: { ...arg, value: stuck }, from: arg })
      else options.push({ name, value: args[++i] ?? null, from: args[i] ?? arg })
      break
    }
  }
  return { options, operands }
}

function raised(name: string, spec: Spec): Raise | null {
  if (!spec.options) return null
  for (const [option, raise] of Object.entries(spec.options)) if (sameOption(name, option)) return raise
  return null
}

function sameOption(given: string, known: string): boolean {
  if (given === known) return true
  return known.startsWith("--") && given.length >= 3 && given.startsWith("--") && known.startsWith(given)
}

export function has(words: Words, ...names: readonly string[]): boolean {
  return words.options.some((given) => names.some((name) => sameOption(given.name, name)))
}

/** The values these options are given. */
export function valuesOf(words: Words, ...names: readonly string[]): Arg[] {
  return words.options.flatMap(({ name, value }) => (value && names.some((known) => sameOption(name, known)) ? [value] : []))
}

export function floor(finding: Finding, floorClass: LeafClass, because: string): Finding {
  return atLeast(finding, { class: floorClass, rule: `class-${floorClass}`, because })
}

export function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** One entry for each of the names. */
export function entries(names: string, spec: Spec): Record<string, Spec> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, spec]))
}
