// Owns: interpreters. A script of the project is a build; code on the command line is anything; what deletes there is found where it
// says so plainly, the rest is the sandbox's.
import { type Call, entries, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"
import { isInput } from "../where.ts"
import { literalArg } from "../words.ts"

const destructiveCode =
  /rmtree|rmSync|rm_rf|rm_r\b|remove_dir_all|unlinkSync|\bunlink\b|fs\.rm\b|\.rmdir|os\.remove|os\.unlink|removedirs|promises\.rm|deleteFolder|FileUtils\.(rm|remove)|rimraf|remove_entry|send2trash|File\.delete|Dir\.(delete|rmdir)|truncate|drop\s+table|rm\s+-\w*[rf]|\.emptyDir|fs\.remove/i
const runningCode = /system|subprocess|popen|child_process|exec|spawn|`|qx|shell_exec|passthru|proc_open|ctypes|dlopen/i

const inline = "-c -e -E -p --eval --print -r -n -x"

const interpreter = (inlineOptions: RegExp): Spec => ({
  class: "build",
  because: "runs a script of the project",
  takes: inline,
  look: (call) => code(call, inlineOptions),
})

export const interpreterPrograms: Record<string, Spec> = {
  ...entries("python python2 python3 pypy pypy3 python3.10 python3.11 python3.12 python3.13 python3.14 ipython", {
    class: "read",
    because: "only prints",
    look: (call) => pythonModule(call) ?? code(call, /^-[bBdEiIOPqsSuvx]*c/),
  }),
  ...entries(
    "node nodejs tsx ts-node",
    interpreter(/^(-[a-z]*[epr]|--eval|--print|--require|--import|--loader|--experimental-loader)/),
  ),
  deno: {
    class: "any",
    network: true,
    because: "runs code, possibly from the network",
    look: (call) => code(call, /^(eval|repl)$/),
  },
  ...entries("perl perl5", interpreter(/^-[a-zA-Z0-9]*[eEiMm]/)),
  ...entries("ruby irb", interpreter(/^-[a-zA-Z]*[eirI]/)),
  php: interpreter(/^-[a-z]*[rBREF]/),
  ...entries(
    "lua luajit Rscript R julia elixir erl ghci scala groovy jshell clojure bb guile racket sbcl tclsh expect gnuplot octave",
    interpreter(/^-/),
  ),
  java: { class: "build", because: "runs a program of the project" },
}

function code(call: Call, inlineOptions: RegExp): Finding[] {
  const findings: Finding[] = [{ class: "build", rule: "class-build", because: "runs a script of the project" }]
  const given = call.args.some((arg) => inlineOptions.test(arg.value))
  const text = call.args.map((arg) => arg.value).join("\n")
  const script = call.args.find((arg) => !arg.value.startsWith("-"))
  if (given) findings.push({ class: "any", rule: "inline-code", because: "runs code given on the command line" })
  if (given && call.args.some((arg) => arg.dynamic))
    findings.push({ class: "unknown", rule: "dynamic", because: "runs code that is only known when it runs" })
  if (!given && (!script || script.value === "-" || isInput(script.value))) {
    const asks = call.args.length > 0 && call.args.every((arg) => /^(-v|-V|--version|-h|--help|-vV)$/.test(arg.value))
    if (asks) return [{ class: "build", rule: "class-build", because: "prints its version" }]
    findings.push(fromInput(call))
    if (typeof call.input === "string" && destructiveCode.test(call.input)) findings.push(destruction)
  }
  if (script?.dynamic && !given)
    findings.push({ class: "unknown", rule: "runs-dynamic", because: "runs a script that is only known when it runs" })
  if (destructiveCode.test(text)) findings.push(destruction)
  else if (given && runningCode.test(text))
    findings.push({ class: "any", rule: "runs-program", because: "runs other programs from its code", network: true })
  if (given && /https?:|fetch\(|urllib|requests|socket|net\.|http/i.test(text))
    findings.push({ class: "any", rule: "network", network: true, because: "runs code that uses the network" })
  return findings
}

const destruction: Finding = { class: "destructive", rule: "destructive", because: "deletes from its code" }

function fromInput(call: Call): Finding {
  if (typeof call.input === "string") return { class: "any", rule: "inline-code", because: "runs code given on the command line" }
  return { class: "unknown", rule: "runs-input", because: "runs whatever it is given as input" }
}

const modules: Record<string, Finding> = {}
for (const name of [
  "pytest",
  "unittest",
  "mypy",
  "build",
  "venv",
  "black",
  "isort",
  "ruff",
  "tox",
  "nox",
  "compileall",
  "coverage",
  "flake8",
  "pylint",
]) {
  modules[name] = { class: "build", rule: "class-build", because: "runs a tool of the project" }
}
for (const name of ["pip", "ensurepip"])
  modules[name] = { class: "build", rule: "class-build", because: "installs packages", network: true }
modules["json.tool"] = { class: "read", rule: "class-read", because: "only prints" }

/** Only among python's own options: behind a script, `-m` is the script's. */
function moduleAt(args: Call["args"]): number {
  for (let i = 0; i < args.length; i++) {
    const { value, dynamic } = args[i] as Call["args"][number]
    if (value === "-m" && !dynamic) return i
    if (dynamic || !value.startsWith("-") || /^-[a-zA-Z]*c/.test(value)) return -1
    if (/^-[a-zA-Z]*[WX]$/.test(value)) i += 1
  }
  return -1
}

function pythonModule(call: Call): Finding[] | null {
  const at = moduleAt(call.args)
  if (at < 0) return null
  const name = call.args[at + 1]
  if (!name || name.dynamic)
    return [{ class: "unknown", rule: "runs-dynamic", because: "runs a module that is only known when it runs" }]
  if (name.value === "json.tool") {
    const written = call.args.slice(at + 2).filter((arg) => !arg.value.startsWith("-") || arg.dynamic)[1]
    if (written) return [call.inner([literalArg("tee"), written])]
  }
  if (name.value === "twine") return [{ class: "destructive", rule: "destructive", because: "publishes", network: true }]
  return [
    modules[name.value] ?? { class: "any", rule: "class-any", because: "runs a module that is not known here", network: true },
  ]
}
