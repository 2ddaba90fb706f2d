// Owns: what one command of a tree does: its head, its assignments, its words, its redirections.
import type { Command, Redirection, Word } from "unbash"
import { applySpec, type Call, nameFinding, parseWords, readFinding, type Spec, shown, writeFinding } from "../program.ts"
import { fetchesText, programSpec, runsText } from "../programs/table.ts"
import { atLeast, type Finding, strictest } from "../types.ts"
import { variableFinding } from "../variables.ts"
import type { Ground } from "../where.ts"
import { type Arg, argsOf, isLiteral } from "../words.ts"

export type Setting = {
  readonly ground: Ground
  readonly piped: boolean
  /** Functions the same text defines. */
  readonly functions: ReadonlySet<string>
  readonly innerText: (text: string) => Finding
  /** How deep commands given as words are nested: `env env env …`. */
  readonly depth: number
  /** How many commands given as words may still be read: `parallel parallel …` could be taken apart in more ways than there is time for. */
  readonly work: { left: number }
}

export type CommandReading = {
  readonly finding: Finding
  readonly words: readonly string[] | null
  readonly simple: boolean
  readonly head: string | null
  /** It runs what another command hands it. */
  readonly runsFed: boolean
  readonly fetches: boolean
}

const nothing: Finding = { class: "read", rule: "class-read", because: "does nothing" }
const MAX_WRAPPERS = 12

export function readSimple(command: Command, setting: Setting): CommandReading {
  const findings: Finding[] = []
  for (const part of command.prefix)
    if (part.type === "Assignment") findings.push(...assignmentFindings(part.name, part.value, part.index))
  const args: Arg[] = []
  let literal = true
  for (const part of command.args) {
    if (part.type === "Word") {
      args.push(...argsOf(part))
      if (!isLiteral(part)) literal = false
      continue
    }
    args.push({
      value: part.text,
      dynamic: part.value.type === "ArrayValue" || !isLiteral(part.value),
      glob: false,
      loose: false,
    })
    if (command.name && /^(export|declare|typeset|local|readonly)$/.test(command.name.value))
      findings.push(...assignmentFindings(part.name, part.value, part.index))
  }
  const { redirects } = command
  findings.push(...redirects.flatMap((redirect) => redirectFindings(redirect, setting.ground)))
  const name = command.name
  if (!name) {
    if (redirects.some(truncates)) findings.push(emptied)
    return { finding: strictest(findings, nothing), words: null, simple: false, head: null, runsFed: false, fetches: false }
  }
  const heads = argsOf(name)
  const head = heads[0] as Arg
  const plain = heads.length === 1 && isLiteral(name)
  const input = inputOf(redirects)
  const own = plain ? runFinding([head, ...args], input, setting) : unknownHead
  findings.unshift(own)
  if (plain && name.text !== name.value) findings.push(quotedHead)
  if (/^(:|true)$/.test(head.value) && redirects.some(truncates)) findings.push(emptied)
  if (head.value === "cat" && args.some((arg) => arg.value === "/dev/null") && redirects.some(truncates)) findings.push(emptied)
  const program = plain ? baseName(head.value) : null
  if (program !== null && evaluatesNames.test(program) && args.some((arg) => /\[[^\][]*(\$\(|`)/.test(arg.value)))
    findings.push(hiddenInName)
  const fed = /^(runs-input|runs-dynamic|dynamic|other-shell)$/.test(own.rule)
  return {
    finding: strictest(findings, nothing),
    words: plain && literal && !args.some((arg) => arg.dynamic) ? [head.value, ...args.map((arg) => arg.value)] : null,
    simple: plain && literal && name.text === name.value && command.prefix.length === 0 && redirects.length === 0,
    head: program,
    runsFed: (program !== null && runsText(program) && fed) || (fed && own.rule.startsWith("runs-")),
    fetches: program !== null && fetchesText(program),
  }
}

const unknownHead: Finding = {
  class: "unknown",
  rule: "dynamic-command",
  because: "is a command that is only known when it runs",
}
const quotedHead: Finding = {
  class: "unknown",
  rule: "disguised-command",
  because: "spells the command's name with quotes or escapes",
}
/** These take the name of a variable, and a subscript in it is evaluated: `test -v 'a[$(cmd)]'` runs the command. */
const evaluatesNames =
  /^(set|test|\[|wait|unset|read|printf|let|declare|typeset|export|local|readonly|mapfile|readarray|getopts)$/
const hiddenInName: Finding = { class: "unknown", rule: "hidden-command", because: "hides a command in the name of a variable" }
const emptied: Finding = { class: "destructive", rule: "destructive", because: "empties a file" }

/** A command as words: also those behind `env`, `xargs`, `find -exec`. */
function runFinding(words: readonly Arg[], input: string | null | undefined, setting: Setting): Finding {
  const [head, ...args] = words
  if (!head) return nothing
  setting.work.left -= 1
  if (setting.depth > MAX_WRAPPERS || setting.work.left < 0)
    return { class: "forbidden", rule: "too-complex", because: "wraps commands in commands too often" }
  if (head.dynamic || head.glob) return unknownHead
  const odd = oddHead(head.value)
  if (odd) return odd
  if (setting.functions.has(head.value)) {
    return programSpec(head.value)
      ? { class: "unknown", rule: "redefines", because: `calls ${shown(head.value)}, which the same text redefines` }
      : { class: "read", rule: "function", because: "calls a function of the same text" }
  }
  const name = baseName(head.value)
  const found = lookedUp(name)
  const spec = found ?? (head.value.includes("/") ? ofProject : unlisted)
  const deeper = { ...setting, depth: setting.depth + 1 }
  const call: Call = {
    name,
    args,
    words: parseWords(args, spec),
    ground: setting.ground,
    piped: setting.piped,
    input,
    inner: (inner) => runFinding(inner, input, deeper),
    innerText: setting.innerText,
  }
  const finding = applySpec(spec, call)
  const floor = headFloor(head, name, setting.ground)
  return floor ? atLeast(finding, floor) : finding
}

const ofProject: Spec = { class: "build", because: "runs a program of the project" }
const unlisted: Spec = { class: "any", rule: "unlisted", because: "is a program that is not known here", network: true }

function lookedUp(name: string): Spec | undefined {
  return programSpec(name) ?? programSpec(name.replace(/\.exe$/i, "").toLowerCase())
}

function oddHead(value: string): Finding | null {
  if (/[^\x20-\x7e]/.test(value))
    return { class: "unknown", rule: "look-alike", because: "has letters in its name that are not what they look like" }
  if (value.startsWith("="))
    return { class: "unknown", rule: "parser-differential", because: "starts with =, which some shells replace by a path" }
  if (value === "[") return null
  if (value === "" || /[\s*?[\]{}$`"'\\;|&<>()]/.test(value))
    return { class: "unknown", rule: "disguised-command", because: "has a name no program has" }
  return null
}

/** What follows from how the program is named: a file of the project, a path elsewhere, another case. */
function headFloor(head: Arg, name: string, ground: Ground): Finding | null {
  const value = head.value
  if (value === "." || value === "..") return null
  if (!value.includes("/") && !value.startsWith("~")) {
    return programSpec(name) || !lookedUp(name)
      ? null
      : { class: "unknown", rule: "look-alike", because: "is written like a known program, but not quite" }
  }
  const named = nameFinding(head, ground)
  if (named) return named
  if (/^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(value)) return null
  const outside = readFinding(head, ground)
  if (outside || value.startsWith("/") || value.startsWith("~"))
    return { class: "any", rule: "outside-program", because: "runs a program from outside the project folder", network: true }
  return { class: "build", rule: "class-build", because: "runs a program of the project" }
}

function baseName(value: string): string {
  return value === "." || value === ".." ? value : (value.split("/").at(-1) ?? value)
}

function assignmentFindings(
  name: string,
  value: Word | { readonly type: "ArrayValue"; readonly elements: readonly Word[] },
  index: Word | undefined,
): Finding[] {
  const findings: Finding[] = []
  const variable = variableFinding(name)
  if (variable) findings.push(variable)
  // `a[PATH=5]=1` sets PATH.
  if (index && /[^=!<>]=(?!=)/.test(index.text))
    findings.push({ class: "unknown", rule: "variable-name", because: "sets a variable whose name is evaluated" })
  for (const word of [...(value.type === "ArrayValue" ? value.elements : [value]), ...(index ? [index] : [])]) {
    const hidden = hiddenCommand(word)
    if (hidden) findings.push(hidden)
  }
  return findings
}

/** A literal `$(…)` in a variable runs when the variable is used in arithmetic: `x='a[$(cmd)]'; ((x))`. */
export function hiddenCommand(word: Word): Finding | null {
  if (!isLiteral(word) || !/\$\(|`|\$\{/.test(word.value)) return null
  return { class: "unknown", rule: "hidden-command", because: "hides a command in a text that may be evaluated later" }
}

/** The same for words that become the value of a variable in a roundabout way: `for x in 'a[$(cmd)]'`, `read x <<< 'a[$(cmd)]'`. */
export function hiddenSubscript(word: Word): Finding | null {
  return /\[[^\][]*(\$\(|`|\$\{)/.test(word.value) ? hiddenCommand(word) : null
}

export function redirectFindings(redirect: Redirection, ground: Ground): Finding[] {
  if (redirect.type === "HereString" && redirect.target) {
    const hidden = hiddenSubscript(redirect.target)
    return hidden ? [hidden] : []
  }
  if (redirect.type !== "Redirect") return []
  const { operator, target } = redirect
  if (!target) return [{ class: "unknown", rule: "unparsable", because: "redirects to nothing" }]
  const writes = operator !== "<" && operator !== "<&"
  return argsOf(target).flatMap((arg) => {
    if (/^\/dev\/(tcp|udp)\//.test(arg.value))
      return [{ class: "any", rule: "network", network: true, because: "opens a connection" } satisfies Finding]
    if ((operator === ">&" || operator === "<&") && /^(\d+-?|-)$/.test(arg.value)) return []
    const finding = writes ? writeFinding(arg, ground) : (nameFinding(arg, ground) ?? readFinding(arg, ground))
    if (writes && arg.glob)
      return [
        ...(finding ? [finding] : []),
        { class: "unknown", rule: "dynamic-path", because: "writes to whatever a pattern finds" } satisfies Finding,
      ]
    return finding ? [finding] : []
  })
}

function truncates(redirect: Redirection): boolean {
  return (
    redirect.type === "Redirect" &&
    (redirect.operator === ">" || redirect.operator === ">|") &&
    !/^\/(dev|tmp)\//.test(redirect.target?.value ?? "")
  )
}

/** Literal text given as input; null when there is some but it is only known when it runs. */
function inputOf(redirects: readonly Redirection[]): string | null | undefined {
  const last = redirects.findLast((redirect) => redirect.type !== "Redirect")
  if (!last) return undefined
  if (last.type === "HereString") return last.target && isLiteral(last.target) ? last.target.value : null
  if (last.type === "HereDoc") return last.body.parts?.some((part) => part.type !== "Literal") ? null : last.body.text
  return undefined
}
