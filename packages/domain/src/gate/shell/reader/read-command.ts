// Owns: the reading of a whole command: every leaf of its tree classified, the strictest decides. What cannot be read is unknown, what is
// too much to read is forbidden; neither is ever taken for less.
import { type Command, forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash"
import { shown } from "../program.ts"
import { programSpec } from "../programs/table.ts"
import { type Finding, type Leaf, type ShellReading, strictest, strictness } from "../types.ts"
import { variableFinding } from "../variables.ts"
import { type Cwds, moved } from "../where.ts"
import { argsOf, isLiteral } from "../words.ts"
import { type Evaluated, evaluatesInput, noteEvaluated, nothingEvaluated, onInput } from "./arithmetic.ts"
import { characterFindings } from "./characters.ts"
import { type CommandReading, hiddenCommand, hiddenSubscript, readSimple, redirectFindings } from "./command.ts"
import {
  MAX_COMMANDS_AS_WORDS,
  MAX_INNER_CHARACTERS,
  MAX_INNER_DEPTH,
  MAX_INNER_TEXTS,
  MAX_LEAVES,
  MAX_NODES,
  MAX_TREE_DEPTH,
  tooComplex,
} from "./limits.ts"

type Reader = {
  readonly workspace: string | undefined
  readonly leaves: Leaf[]
  nodes: number
  innerTexts: number
  innerCharacters: number
  innerDepth: number
  readonly work: { left: number }
  cwds: Cwds
  readonly functions: Set<string>
  readonly evaluated: Evaluated
  runsFed: boolean
  fetches: boolean
  tooMuch: string | null
}

const empty: Finding = { class: "read", rule: "class-read", because: "does nothing" }

export function readCommand(text: string, workspace?: string): ShellReading {
  const reader: Reader = {
    workspace,
    leaves: [],
    nodes: 0,
    innerTexts: 0,
    innerCharacters: 0,
    innerDepth: 0,
    work: { left: MAX_COMMANDS_AS_WORDS },
    cwds: [""],
    functions: new Set(),
    evaluated: nothingEvaluated(),
    runsFed: false,
    fetches: false,
    tooMuch: null,
  }
  readText(text, reader)
  if (reader.tooMuch) note(reader, text, { class: "forbidden", rule: "too-complex", because: reader.tooMuch })
  if (reader.runsFed && reader.fetches) {
    note(reader, text, {
      class: "destructive",
      rule: "destructive",
      because: "runs what it fetches from another machine",
      network: true,
    })
  }
  const onText = reader.tooMuch ? null : evaluatesInput(reader.evaluated)
  if (onText !== null) note(reader, onText, onInput)
  if (reader.leaves.length === 0) note(reader, text, empty)
  let deciding = reader.leaves[0] as Leaf
  for (const leaf of reader.leaves) if (strictness(leaf.class) > strictness(deciding.class)) deciding = leaf
  return { leaves: reader.leaves, class: deciding.class, network: reader.leaves.some((leaf) => leaf.network), deciding }
}

function readText(text: string, reader: Reader): Finding {
  const from = reader.leaves.length
  const complex = tooComplex(text)
  if (complex) reader.tooMuch ??= complex
  else {
    for (const finding of characterFindings(text)) note(reader, text, finding)
    readScript(text, reader)
  }
  if (reader.tooMuch) return { class: "forbidden", rule: "too-complex", because: reader.tooMuch }
  return strictest(reader.leaves.slice(from), empty)
}

function readScript(text: string, reader: Reader): void {
  try {
    const from = reader.leaves.length
    const script = parse(text)
    collectFunctions(script, text, reader)
    visit(script, text, reader, 0, false)
    if (reader.leaves.slice(from).some((leaf) => leaf.rule === "unparsable")) readFragments(text, reader)
  } catch (error) {
    // The parser is recursive: what runs it out of stack is refused like everything that is too much to read.
    reader.tooMuch ??= error instanceof RangeError ? "is nested too deep to be read" : "cannot be read"
  }
}

const MAX_FRAGMENTS = 200

/** What bash may make of a text that cannot be read is not known; what its pieces would be must not get lost with it. */
function readFragments(text: string, reader: Reader): void {
  const fragments = text.split(/[;&|\n(){}`!]+|(?<![^\s])(?:then|do|else|elif|if|while|until)(?![^\s])/)
  for (const fragment of fragments.slice(0, MAX_FRAGMENTS)) {
    if (fragment.trim() === "" || fragment.length === text.length) continue
    const script = parse(fragment)
    if (!script.errors?.length) visit(script, fragment, reader, 0, true)
  }
}

function innerText(text: string, reader: Reader): Finding {
  reader.innerTexts += 1
  reader.innerCharacters += text.length
  const tooMany = reader.innerTexts > MAX_INNER_TEXTS || reader.innerDepth >= MAX_INNER_DEPTH
  if (tooMany || reader.innerCharacters > MAX_INNER_CHARACTERS) {
    reader.tooMuch ??= "holds too many commands inside commands"
    return { class: "forbidden", rule: "too-complex", because: reader.tooMuch }
  }
  const cwds = reader.cwds
  reader.innerDepth += 1
  const finding = readText(text, reader)
  reader.innerDepth -= 1
  reader.cwds = cwds
  return finding
}

function collectFunctions(node: SyntaxNode, text: string, reader: Reader): void {
  if (!/\(\s*\)|\bfunction\b/.test(text)) return
  const stack: SyntaxNode[] = [node]
  for (let seen = 0; stack.length > 0 && seen < MAX_NODES; seen++) {
    const next = stack.pop() as SyntaxNode
    if (next.type === "Function") reader.functions.add(next.name.value)
    forEachChild(next, (child) => stack.push(child))
  }
}

function visit(node: SyntaxNode, source: string, reader: Reader, depth: number, piped: boolean): void {
  if (reader.tooMuch) return
  reader.nodes += 1
  if (depth > MAX_TREE_DEPTH) reader.tooMuch = "is nested too deep to be read"
  else if (reader.nodes > MAX_NODES || reader.leaves.length > MAX_LEAVES) reader.tooMuch = "has more commands than are read"
  if (reader.tooMuch) return
  noteEvaluated(node, source, reader)
  const into = (child: SyntaxNode, from = source, pipe = piped) => visit(child, from, reader, depth + 1, pipe)
  switch (node.type) {
    case "Script":
      errorsOf(node, source, reader)
      return scoped(reader, () => forEachChild(node, (child) => into(child, node.source ?? source, false)))
    case "Subshell":
      return scoped(reader, () => forEachChild(node, (child) => into(child)))
    case "Pipeline":
      // A `cd` here happens in a shell of its own, or (lastpipe) does not: both are possible.
      return forEachChild(node, (child) => into(child, source, node.commands.length > 1))
    case "AndOr":
      return visitAndOr(node, (child) => into(child), reader)
    case "Command":
      visitCommand(node, source, reader, piped)
      break
    case "Redirected":
      for (const redirect of node.redirects)
        for (const finding of redirectFindings(redirect, ground(reader))) note(reader, slice(source, redirect), finding)
      break
    case "Function":
      if (!isLiteral(node.name) || programSpec(node.name.value)) {
        note(reader, node.name.text, {
          class: "unknown",
          rule: "redefines",
          because: `defines a function called ${shown(node.name.value)}, like a program`,
        })
      }
      break
    case "Assignment":
    case "TestUnary":
    case "TestBinary":
      forEachChild(node, (child) => {
        const hidden = child.type === "Word" ? hiddenCommand(child) : null
        if (hidden) note(reader, slice(source, node), hidden)
      })
      break
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      if (!node.script) note(reader, node.text, { class: "unknown", rule: "unparsable", because: "cannot be read" })
      break
    case "HereDoc":
      if (!node.closing)
        note(reader, slice(source, node), { class: "unknown", rule: "unparsable", because: "has a here-document without an end" })
      break
    case "ParameterExpansion":
      if (node.operation?.type === "Transform" && /P/.test(node.operation.operand.text)) {
        note(reader, node.text, { class: "unknown", rule: "hidden-command", because: "runs commands in the text of a variable" })
      }
      break
    case "HereDocBody":
      for (const part of node.parts ?? []) if (part.type === "Literal") noteUnended(part.text, reader)
      break
    case "For":
    case "Select":
      noteVariable(node.name.value, slice(source, node.name), reader)
      forEachChild(node, (child) => {
        const hidden = child.type === "Word" ? hiddenSubscript(child) : null
        if (hidden) note(reader, slice(source, child), hidden)
      })
      break
    case "ArithmeticBinary":
      if (/^([-+*/%&|^]|<<|>>)?=$/.test(node.operator) && node.left.type === "ArithmeticWord")
        noteArithmetic(node.left.value, slice(source, node), reader)
      break
    case "ArithmeticUnary":
      if (/^(\+\+|--)$/.test(node.operator) && node.operand.type === "ArithmeticWord")
        noteArithmetic(node.operand.value, slice(source, node), reader)
      break
  }
  forEachChild(node, (child) => into(child))
}

function noteUnended(text: string, reader: Reader): void {
  if (!/(^|[^\\])(\$[({]|`)/.test(text)) return
  const because = "has a substitution in a here-document that does not end"
  note(reader, text, { class: "unknown", rule: "unparsable", because })
}

function noteVariable(name: string, text: string, reader: Reader): void {
  if (!/^[A-Za-z_]\w*$/.test(name) || /^(IFS|PATH|BASH_ENV|LD_.*|PROMPT_COMMAND)$/.test(name)) {
    note(reader, text, {
      class: "unknown",
      rule: "variable-name",
      because: "loops over a variable that changes what commands mean",
    })
  }
}

/** `((PATH=5)); ls` runs ./5/ls, and so does `p=PATH; (($p=5)); ls`. */
function noteArithmetic(name: string, text: string, reader: Reader): void {
  const finding = /^\s*["']?\$/.test(name) ? setsEvaluated : variableFinding(name.trim())
  if (finding) note(reader, text, finding)
}

const setsEvaluated: Finding = { class: "unknown", rule: "variable-name", because: "sets a variable whose name is evaluated" }

function scoped(reader: Reader, run: () => void): void {
  const before = reader.cwds
  run()
  reader.cwds = before
}

/** In `cd a && b` the second only runs where the first has led; anywhere else both places are possible. */
function visitAndOr(node: Extract<SyntaxNode, { type: "AndOr" }>, into: (child: SyntaxNode) => void, reader: Reader): void {
  const before = reader.cwds
  for (const [index, command] of node.commands.entries()) {
    const here = reader.cwds
    into(command)
    const target = command.type === "Command" ? cdTarget(command) : undefined
    if (target && node.operators[index] === "&&" && node.operators.every((operator) => operator === "&&"))
      reader.cwds = moved(here, target.to)
  }
  reader.cwds = union(before, reader.cwds)
}

function visitCommand(node: Command, source: string, reader: Reader, piped: boolean): void {
  const reading = readSimple(node, {
    ground: ground(reader),
    piped,
    functions: reader.functions,
    innerText: (text) => innerText(text, reader),
    depth: 0,
    work: reader.work,
  })
  if (reading.runsFed) reader.runsFed = true
  if (reading.fetches) reader.fetches = true
  // `cd other && ./run.sh` is not the `./run.sh` that was granted.
  const isAtHome = reader.cwds.every((cwd) => cwd === "")
  note(reader, slice(source, node), reading.finding, isAtHome ? reading : { ...reading, simple: false })
  const target = cdTarget(node)
  if (target) reader.cwds = union(reader.cwds, moved(reader.cwds, target.to))
}

function cdTarget(node: Command): { readonly to: ReturnType<typeof argsOf>[number] | undefined } | undefined {
  if (!node.name || !/^(cd|pushd|builtin|command)$/.test(node.name.value)) return undefined
  const words = node.args.flatMap((arg) => (arg.type === "Word" ? argsOf(arg) : []))
  if (node.name.value === "builtin" || node.name.value === "command") {
    if (!/^(cd|pushd)$/.test(words[0]?.value ?? "")) return undefined
    words.shift()
  }
  return { to: words.find((word) => word.value === "-" || !/^-[LPe@]+$|^--$/.test(word.value)) }
}

function union(a: Cwds, b: Cwds): Cwds {
  const all = [...new Set([...a, ...b])]
  return all.length > 8 ? [...all.slice(0, 7), null] : all
}

function ground(reader: Reader): { workspace: string | undefined; cwds: Cwds } {
  return { workspace: reader.workspace, cwds: reader.cwds }
}

function errorsOf(script: ParsedScript, source: string, reader: Reader): void {
  for (const error of script.errors ?? []) {
    if (/nest|depth|deep/i.test(error.message)) reader.tooMuch ??= "is nested too deep to be read"
    note(reader, slice(script.source ?? source, script), {
      class: "unknown",
      rule: "unparsable",
      because: `cannot be read as a command: ${error.message}`,
    })
    if (reader.leaves.length > MAX_LEAVES) return
  }
}

function slice(source: string, node: { readonly pos: number; readonly end: number }): string {
  return source.slice(node.pos, Math.min(node.end, node.pos + 4_000))
}

function note(reader: Reader, text: string, finding: Finding, reading?: CommandReading): void {
  reader.leaves.push({
    words: reading?.words ?? null,
    text: text.length > 4_000 ? `${text.slice(0, 3_999)}…` : text,
    class: finding.class,
    network: finding.network ?? false,
    sensitive: finding.sensitive ?? false,
    rule: finding.rule,
    because: finding.because,
    simple: reading?.simple ?? false,
  })
}
