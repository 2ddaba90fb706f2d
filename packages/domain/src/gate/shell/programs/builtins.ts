// Owns: what the shell does itself. Some of it changes what later words mean.
import { type Call, entries, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"
import { variableFinding } from "../variables.ts"
import { isInput } from "../where.ts"

const quiet: Spec = { class: "read", because: "only concerns the shell itself", dynamic: true, operands: "text" }
const redefines: Spec = { class: "unknown", rule: "redefines", because: "changes what later commands mean" }

export const builtinPrograms: Record<string, Spec> = {
  ...entries("cd pushd", { class: "read", because: "changes the folder", dynamic: true }),
  ...entries("popd dirs shift return break continue exit logout umask ulimit disown bg fg caller", quiet),
  ...entries("export declare typeset", {
    class: "any",
    rule: "environment",
    because: "sets variables for other programs",
    operands: "text",
    dynamic: true,
    look: variables,
  }),
  ...entries("local readonly", {
    class: "read",
    because: "sets a variable of the shell",
    operands: "text",
    dynamic: true,
    look: variables,
  }),
  ...entries("alias unalias enable hash complete compgen compopt bind fc history", redefines),
  shopt: {
    ...quiet,
    look: (call) => (call.args.some((arg) => /aliases|dynamic/.test(arg.value) || arg.dynamic) ? (redefines as Finding) : null),
  },
  set: {
    ...quiet,
    look: (call) =>
      call.args.some((arg) => arg.loose && !arg.value.startsWith("--")) && call.args[0]?.value !== "--" ? dynamicSet : null,
  },
  ...entries("unset getopts", { ...quiet, look: evaluatedName }),
  read: { ...quiet, look: evaluatedName },
  let: { ...quiet, look: evaluatedName },
  ...entries("mapfile readarray", {
    ...quiet,
    look: (call) => (call.args.some((arg) => /^-[a-zA-Z]*C/.test(arg.value)) ? callback : evaluatedName(call)),
  }),
  ...entries("source .", { class: "build", because: "runs a script of the project in this shell", look: sourced }),
  eval: { class: "edit", because: "runs text as a command", dynamic: true, look: evaluated },
  trap: { class: "read", because: "prepares a command for later", dynamic: true, operands: "text", look: trapped },
}

const dynamicSet: Finding = { class: "unknown", rule: "dynamic", because: "sets shell options that are only known when it runs" }
const callback: Finding = { class: "unknown", rule: "redefines", because: "runs a command for every line" }

function variables(call: Call): Finding[] {
  const findings: Finding[] = []
  for (const arg of call.args) {
    if (arg.value.startsWith("-")) {
      if (/[nf]/.test(arg.value))
        findings.push({ class: "unknown", rule: "redefines", because: "makes a name stand for something else" })
      continue
    }
    const name = arg.value.split(/[+]?=/, 1)[0] ?? ""
    if (!/^[A-Za-z_]\w*$/.test(name))
      findings.push({ class: "unknown", rule: "variable-name", because: "sets a variable whose name is evaluated" })
    const finding = variableFinding(name)
    if (finding) findings.push(finding)
  }
  return findings
}

/** A subscript in a name is evaluated: `unset 'a[$(cmd)]'` runs the command. */
function evaluatedName(call: Call): Finding | null {
  const evaluated = call.args.some((arg) => arg.dynamic || /[[`]|\$\(/.test(arg.value))
  if (evaluated) return { class: "unknown", rule: "variable-name", because: "names a variable in a way that is evaluated" }
  const found = call.args.map((arg) => variableFinding(arg.value.split("=", 1)[0] ?? "")).find((finding) => finding !== null)
  return found ?? null
}

function sourced(call: Call): Finding | null {
  const script = call.args[0]
  if (!script || script.dynamic || script.glob || isInput(script.value)) {
    return { class: "unknown", rule: "runs-dynamic", because: "runs a script that is only known when it runs" }
  }
  return null
}

function evaluated(call: Call): Finding {
  if (call.args.some((arg) => arg.dynamic || arg.glob)) {
    return { class: "unknown", rule: "runs-dynamic", because: "runs text that is only known when it runs" }
  }
  const [first] = call.args
  return call.innerText((first?.value === "--" ? call.args.slice(1) : call.args).map((arg) => arg.value).join(" "))
}

function trapped(call: Call): Finding | null {
  const handler = call.args.find((arg) => arg.value !== "--")
  if (!handler || /^(-|-[lp]+|)$/.test(handler.value) || call.args.length < 2) return null
  if (handler.dynamic) return { class: "unknown", rule: "runs-dynamic", because: "runs text that is only known when it runs" }
  return call.innerText(handler.value)
}
