// Owns: programs that run another one. What is inside decides; the wrapper never makes it less, and is itself never a pure read (T3).
import { type Call, entries, type Spec } from "../program.ts"
import { type Finding, strictest } from "../types.ts"
import { variableFinding } from "../variables.ts"
import { isInput } from "../where.ts"
import { type Arg, appendedArg } from "../words.ts"

const wrapper = (takes: string, skip = 0, more: Partial<Spec> = {}): Spec => ({
  class: "edit",
  because: "runs another command",
  dynamic: true,
  look: (call) => behind(call, takes, skip),
  ...more,
})

export const wrapperPrograms: Record<string, Spec> = {
  env: wrapper("", 0, { look: environment }),
  nice: wrapper("-n --adjustment"),
  ionice: wrapper("-c -n -t --class --classdata"),
  nohup: wrapper(""),
  setsid: wrapper(""),
  stdbuf: wrapper("-i -o -e --input --output --error"),
  timeout: wrapper("-s -k --signal --kill-after", 1),
  gtimeout: wrapper("-s -k --signal --kill-after", 1),
  taskset: wrapper("", 1),
  chrt: wrapper("-T -P -D --sched-runtime --sched-period --sched-deadline", 1),
  caffeinate: wrapper("-t -w"),
  time: wrapper("-f -o --format --output", 0, { writesTo: "-o --output" }),
  exec: wrapper("-a", 0, { look: (call) => (call.args.length === 0 ? null : behind(call, "-a", 0)) }),
  builtin: wrapper(""),
  command: { class: "read", because: "runs another command", dynamic: true, look: plainCommand },
  busybox: wrapper(""),
  toybox: wrapper(""),
  chronic: wrapper(""),
  unbuffer: wrapper("-p"),
  flock: wrapper("-w -E --timeout --conflict-exit-code", 1, { look: locked }),
  watch: wrapper("-n --interval", 0, { look: watched }),
  xargs: wrapper("", 0, { look: appended }),
  ...entries("parallel script ltrace entr nodemon watchexec forever pm2 concurrently dotenv direnv cross-env npm-run-all", {
    class: "any",
    rule: "runs-program",
    network: true,
    because: "runs other commands in ways that are not read here",
    look: (call) => anywhere(call),
  }),
  ...entries("sh bash dash ash rbash", { class: "edit", because: "runs a shell", dynamic: true, look: shell }),
}

/** The command behind the wrapper's own options and the first `skip` operands. */
function behind(call: Call, takes: string, skip: number): Finding {
  const at = commandStart(call.args, takes, skip)
  if (at === null) return { class: "unknown", rule: "dynamic", because: "has options that are only known when it runs" }
  const inner = call.args.slice(at)
  return inner.length === 0 ? { class: "edit", rule: "class-edit", because: "runs nothing" } : innerFrom(call, inner)
}

/** An option whose value is not known here puts the value where the command is expected: then the words behind it count as well. */
function innerFrom(call: Call, inner: readonly Arg[]): Finding {
  const first = call.inner(inner)
  if (first.rule !== "unlisted") return first
  const later = [1, 2].filter((from) => from < inner.length).map((from) => call.inner(inner.slice(from)))
  return strictest([first, ...later.filter((finding) => finding.class === "destructive" || finding.class === "forbidden")], first)
}

function commandStart(args: readonly Arg[], takes: string, skip: number): number | null {
  const names = takes.split(" ").filter((name) => name !== "")
  let skipped = 0
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg
    if (arg.value === "--") {
      i += 1 + (skip - skipped)
      return i
    }
    if (arg.value.startsWith("-") && arg.value !== "-") {
      if (arg.dynamic) return null
      if (!takesNext(arg.value, names)) continue
      i += 1
      // `timeout -s $x ls`: the variable may hold the next words too.
      if (args[i]?.loose) return null
      continue
    }
    if (skipped < skip) {
      if (arg.loose) return null
      skipped += 1
      continue
    }
    return i
  }
  return args.length
}

/** Whether the value of this option is the next word: `-n`, `-rn` in a bundle, `--max-a` cut short. */
function takesNext(value: string, names: readonly string[]): boolean {
  if (names.includes(value)) return true
  if (value.startsWith("--")) return !value.includes("=") && value.length > 2 && names.some((name) => name.startsWith(value))
  for (let at = 1; at < value.length && at < 64; at++) if (names.includes(`-${value[at]}`)) return at === value.length - 1
  return false
}

const environmentTakes = "-u -C -a -P -U -L --unset --chdir --argv0".split(" ")

function environment(call: Call): Finding[] {
  const findings: Finding[] = []
  let i = 0
  for (; i < call.args.length; i++) {
    const { value, dynamic } = call.args[i] as Arg
    const assigned = /^([A-Za-z_]\w*)=/.exec(value)?.[1]
    if (assigned !== undefined) {
      if (call.args[i]?.loose)
        findings.push({ class: "unknown", rule: "dynamic", because: "has words that are only known when it runs" })
      const finding = variableFinding(assigned)
      if (finding) findings.push(finding)
      continue
    }
    if (!value.startsWith("-") || dynamic) break
    if (/^-[a-zA-Z]*S|^--split/.test(value))
      findings.push({ class: "unknown", rule: "dynamic", because: "takes a command apart in its own way" })
    if (/^-[a-zA-Z0]*C|^--c/.test(value))
      findings.push({ class: "unknown", rule: "dynamic-path", because: "runs in another folder" })
    if (takesNext(value, environmentTakes)) i += 1
  }
  const inner = call.args.slice(i)
  if (inner.length > 0) findings.push(innerFrom(call, inner))
  return findings
}

function plainCommand(call: Call): Finding | null {
  const first = call.args[0]?.value ?? ""
  if (/^-[vV]+$/.test(first)) return null
  return behind(call, "", 0)
}

function locked(call: Call): Finding {
  const at = call.args.findIndex((arg) => arg.value === "-c" || arg.value === "--command")
  const text = at >= 0 ? call.args[at + 1] : undefined
  if (at >= 0) return text && !text.dynamic ? call.innerText(text.value) : unknownText
  return behind(call, "-w -E --timeout --wait --conflict-exit-code", 1)
}

const unknownText: Finding = { class: "unknown", rule: "runs-dynamic", because: "runs text that is only known when it runs" }

/** watch gives its words to a shell. */
function watched(call: Call): Finding {
  const at = commandStart(call.args, "-n --interval", 0)
  const inner = at === null ? null : call.args.slice(at)
  if (!inner || inner.some((arg) => arg.dynamic)) return unknownText
  return call.innerText(inner.map((arg) => arg.value).join(" "))
}

function appended(call: Call): Finding[] {
  const takes = "-I -n -P -L -d -s -a -E --max-args --max-procs --delimiter --arg-file --max-chars --process-slot-var"
  const at = commandStart(call.args, takes, 0)
  if (at === null) return [{ class: "unknown", rule: "dynamic", because: "has options that are only known when it runs" }]
  const own = call.args.slice(0, at).map((arg) => arg.value)
  const placeholder = placeholderOf(own)
  const inner = call.args
    .slice(at)
    .map((arg) => (placeholder && arg.value.includes(placeholder) ? { ...arg, dynamic: true, loose: true } : arg))
  if (inner.length === 0) return []
  // With no input the command runs as it stands.
  return placeholder ? [innerFrom(call, inner)] : [innerFrom(call, inner), innerFrom(call, [...inner, appendedArg])]
}

function placeholderOf(own: readonly string[]): string | null {
  for (const [index, word] of own.entries()) {
    if (/^-[a-zA-Z0]*I$/.test(word)) return own[index + 1] ?? "{}"
    const stuck = /^-[0oprtx]*[Ii](.+)$/.exec(word)?.[1] ?? /^--r[a-z]*=(.+)$/.exec(word)?.[1]
    if (stuck) return stuck
    if (/^-[0oprtx]*i$|^--r/.test(word)) return "{}"
  }
  return null
}

/** Runners whose words may be commands or texts of commands: any of them that would be worse makes it worse. */
function anywhere(call: Call): Finding[] {
  const findings: Finding[] = []
  for (const [index, arg] of call.args.entries()) {
    if (arg.dynamic || arg.value.startsWith("-")) continue
    findings.push(/\s/.test(arg.value) ? call.innerText(arg.value) : call.inner(call.args.slice(index)))
    if (findings.length >= 6) break
  }
  return findings.filter((finding) => finding.class === "destructive" || finding.class === "forbidden")
}

/** bash [options] -c text | script | (input). */
function shell(call: Call): Finding[] {
  const findings: Finding[] = []
  let asText = false
  let asInput = false
  let i = 0
  for (; i < call.args.length; i++) {
    const { value, dynamic } = call.args[i] as Arg
    if (dynamic || !/^[-+]./.test(value)) break
    if (value === "--") {
      i += 1
      break
    }
    if (value.startsWith("--")) {
      if (/^--(rcfile|init-file)/.test(value)) {
        findings.push({ class: "unknown", rule: "redefines", because: "reads another start file" })
        if (!value.includes("=")) i += 1
      } else if (/^--(version|help)$/.test(value)) return [{ class: "read", rule: "class-read", because: "prints its version" }]
      continue
    }
    if (value.startsWith("-") && value.includes("c")) asText = true
    if (value.startsWith("-") && value.includes("s")) asInput = true
    if (value.includes("i"))
      findings.push({ class: "unknown", rule: "redefines", because: "is interactive, with start files and aliases" })
    i += value.match(/[oO]/g)?.length ?? 0
  }
  const operand = call.args[i]
  if (asText) {
    if (!operand || operand.dynamic || operand.glob) findings.push(unknownText)
    else findings.push(call.innerText(operand.value))
    return findings
  }
  if (operand && !asInput && operand.value !== "-" && !isInput(operand.value)) {
    if (operand.dynamic || operand.glob)
      findings.push({ ...unknownText, because: "runs a script that is only known when it runs" })
    else findings.push({ class: "build", rule: "class-build", because: "runs a script of the project" })
    return findings
  }
  if (typeof call.input === "string") findings.push(call.innerText(call.input))
  else findings.push({ class: "unknown", rule: "runs-input", because: "runs whatever it is given as input" })
  return findings
}
