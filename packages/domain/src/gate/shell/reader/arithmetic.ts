// Owns: what bash evaluates: arithmetic, subscripts, names in variables. `a[$(cmd)]` in a variable runs cmd as soon as the variable is
// counted with, so nothing is counted with whose text does not stand in the command (T3, T5).
import { type Command, forEachChild, type SyntaxNode, type Word } from "unbash"
import type { Finding } from "../types.ts"
import { constant, flowOf, foreign, type Value, valueOfElement } from "./values.ts"

/** What fills a variable; null when it comes from elsewhere. */
type Fill = Word | null

type Use = {
  readonly text: string
  /** Its value is taken for a name: what that name stands for is not evaluated. */
  readonly isName: boolean
  /** A command's output becomes part of it. */
  readonly substitutes: boolean
}

export type Evaluated = { readonly fills: Map<string, Fill[]>; readonly uses: Use[]; hasCaller: boolean }

export const nothingEvaluated = (): Evaluated => ({ fills: new Map(), uses: [], hasCaller: false })

/** What `$1` and the like are called here. */
const given = "@"
const MAX_STEPS = 100_000
/** Of one evaluated text; a longer one is not looked at and counts as from elsewhere. */
const MAX_EVALUATED = 2_000

export const onInput: Finding = {
  class: "build",
  rule: "arithmetic-on-input",
  because: "counts with text that is only known when it runs, and bash runs commands in such a text",
}

type Reading = { readonly evaluated: Evaluated; readonly functions: ReadonlySet<string>; readonly innerDepth: number }

/** Notes what this node fills and what it evaluates. */
export function noteEvaluated(node: SyntaxNode, source: string, { evaluated, functions, innerDepth }: Reading): void {
  // `bash -c '… $1 …' x "$(cat f)"`: somebody else gives it.
  if (innerDepth > 0) evaluated.hasCaller = true
  const use = (at: { readonly pos: number; readonly end: number }, isName = false) =>
    evaluated.uses.push({ text: source.slice(at.pos, at.end), isName, substitutes: substitutes(at as SyntaxNode) })
  switch (node.type) {
    case "ArithmeticCommand":
    case "ArithmeticExpansion":
      use(node)
      break
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) if (part) use(part)
      break
    case "TestBinary":
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)) for (const word of [node.left, node.right]) use(word)
      break
    case "TestUnary":
      if (/^-[vR]$/.test(node.operator)) named(node.operand, use)
      break
    case "Slice":
      use(node.offset)
      if (node.length) use(node.length)
      break
    case "ParameterExpansion":
      if (node.index && !/^[@*]$/.test(node.index.text)) use(node.index)
      else if (node.prefix === "!" && !node.index && node.operation?.type !== "Names") {
        evaluated.uses.push({ text: `$${node.parameter}`, isName: true, substitutes: false })
      }
      if (node.operation?.type === "Default" && node.operation.operator.endsWith("="))
        fill(evaluated, node.parameter, node.operation.operand)
      break
    case "Assignment":
      if (node.index) use(node.index)
      if (node.value.type === "Word") fill(evaluated, node.name, node.value)
      else {
        for (const element of node.value.elements) {
          if (element.text.startsWith("[")) use(element)
          fill(evaluated, node.name, element)
        }
      }
      // It is put behind what the variable holds.
      if (node.append) fill(evaluated, node.name, appended)
      break
    case "FileDescriptorVariable":
      if (node.name.includes("[")) use(node)
      break
    case "For":
    case "Select":
      if (!node.wordlist) fill(evaluated, node.name.value, own)
      for (const word of node.wordlist ?? []) fill(evaluated, node.name.value, word)
      break
    case "Command":
      noteWords(node, evaluated, functions, use)
      break
  }
}

const synthetic = (text: string, parts: Word["parts"]): Word => ({ type: "Word", text, value: text, pos: 0, end: 0, parts })
const expansion = (text: string) => ({ type: "SimpleExpansion", text, pos: 0, end: 0 }) as const
const own = synthetic("$@", [expansion("$@")])
const appended = synthetic("$?$?", [expansion("$?"), expansion("$?")])

function fill(evaluated: Evaluated, name: string, value: Fill): void {
  const fills = evaluated.fills.get(name)
  if (fills) fills.push(value)
  else evaluated.fills.set(name, [value])
}

const fillers = /^(read|mapfile|readarray|getopts|printf|wait)$/
const declarers = /^(declare|typeset|local|readonly|export)$/

function noteWords(
  node: Command,
  evaluated: Evaluated,
  functions: ReadonlySet<string>,
  use: (at: Word, isName?: boolean) => void,
): void {
  if (!node.name) return
  const words = node.args.filter((arg) => arg.type === "Word")
  let head = node.name.value
  let at = 0
  while (/^(builtin|command)$/.test(head) && at < words.length) head = words[at++]?.value ?? ""
  const rest = words.slice(at)
  if (fillers.test(head)) {
    for (const { value } of rest) {
      // `read -ax` and `printf -vx`: stuck to the option.
      const name = value.startsWith("-") ? value.slice(value.search(/[avp]/) + 1) : value
      if (/^[A-Za-z_]\w*$/.test(name)) fill(evaluated, name, null)
    }
  } else if (head === "let") {
    for (const word of rest) use(word)
    return
  } else if (head === "set" || functions.has(head)) for (const word of rest) fill(evaluated, given, word)
  else if (head === "test" || head === "[") {
    for (const [index, word] of rest.entries()) {
      const operand = rest[index + 1]
      if (/^-[vR]$/.test(word.value) && operand) named(operand, use)
    }
  } else if (declarers.test(head) && rest.some(({ value }) => /^-[A-Za-z]*i/.test(value))) {
    for (const arg of node.args) {
      const name = arg.type === "Word" ? /^[A-Za-z_]\w*/.exec(arg.value)?.[0] : arg.name
      // From now on whatever is put into it is evaluated.
      if (name !== undefined) evaluated.uses.push({ text: name, isName: false, substitutes: false })
    }
  }
  // `local "x=$(cat f)"`, `env x=$(cat f) bash -c '((x))'`.
  for (const { value, parts } of words) {
    const [, name, text] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(value) ?? []
    if (name !== undefined) fill(evaluated, name, parts || text === undefined ? null : synthetic(text, undefined))
  }
}

/** A name that stands there is only looked up; its subscript, or a name that is put together, is evaluated. */
function named(word: Word, use: (at: Word, isName?: boolean) => void): void {
  if (word.text.includes("[")) use(word)
  else if (word.parts) use(word, true)
}

function substitutes(root: SyntaxNode): boolean {
  const stack = [root]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (/^(CommandExpansion|ArithmeticCommandExpansion|ProcessSubstitution)$/.test(next.type)) return true
    if (next.type) forEachChild(next, (child) => stack.push(child))
  }
  return false
}

/** The text of the first evaluation that depends on something that does not stand in the command. */
export function evaluatesInput({ fills, uses, hasCaller }: Evaluated): string | null {
  const values = new Map<string, readonly Value[]>()
  const valuesOf = (name: string): readonly Value[] => {
    const known = values.get(name)
    if (known) return known
    const found = outside.test(name) || (name === given && hasCaller) ? [foreign] : (fills.get(name) ?? []).map(valueOfFill)
    values.set(name, found)
    return found
  }
  const work = { left: MAX_STEPS }
  return uses.find((use) => use.substitutes || dependsOnInput(use, valuesOf, work))?.text ?? null
}

/** Variables that bash fills with text from elsewhere. */
const outside =
  /^(_|REPLY|MAPFILE|OPTARG|PWD|OLDPWD|DIRSTACK|COMP_\w+|COMPREPLY|READLINE_\w+|BASH_(?!SUBSHELL$|VERSINFO$|LINENO$)\w+)$/

function valueOfFill(filled: Fill): Value {
  if (filled === null) return foreign
  return filled.text.startsWith("[") ? valueOfElement(filled) : flowOf(filled)
}

function dependsOnInput(use: Use, valuesOf: (name: string) => readonly Value[], work: { left: number }): boolean {
  const start = readUse(use.text)
  if (start.isForeign) return true
  let isComposed = start.isComposed
  let hasIdentifiers = start.isComposed && start.identifiers.length > 0
  const names = use.isName ? [...start.expands] : [...start.expands, ...start.identifiers]
  const seen = new Set(names)
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    for (const value of valuesOf(name)) {
      work.left -= 1 + value.expands.length + value.identifiers.length
      if (value.isForeign || work.left < 0) return true
      if (value.isComposed) isComposed = true
      if (value.identifiers.length > 0) hasIdentifiers = true
      for (const next of use.isName ? value.expands : [...value.expands, ...value.identifiers]) {
        if (!seen.has(next)) names.push(next)
        seen.add(next)
      }
    }
  }
  // Pieces of names make a name that stands nowhere.
  return !use.isName && isComposed && hasIdentifiers
}

/** By its letters: whatever stands in an evaluated text may be a variable. */
function readUse(text: string): Value {
  if (text.length > MAX_EVALUATED) return foreign
  const plain = text.replace(/\$\{#\w+(?:\[[@*]\])?\}|\$\{?[#?$!](?![\w{])\}?/g, "0").replace(/'([\w.-]*)'/g, "$1")
  // What is quoted or escaped could become a substitution when it is evaluated.
  if (/['\\`]|\$\{!|\$(?![\w{@*([-])/.test(plain.replaceAll('$"', "'"))) return foreign
  const bare = plain.replaceAll('"', "")
  const expands: string[] = []
  const identifiers: string[] = []
  for (const [, sign, name = ""] of bare.matchAll(/(\$\{?)?(?<!\w)([A-Za-z_]\w*)/g)) (sign ? expands : identifiers).push(name)
  if (/\$\{?[\d@*]/.test(bare)) expands.push(given)
  const isComposed = /[\w}]\$|\}\w|\$\{\w+(?:\[[^\]]*\])?[^\w}[]/.test(bare)
  return expands.length + identifiers.length === 0 ? constant : { isForeign: false, expands, identifiers, isComposed }
}
