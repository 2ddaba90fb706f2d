// Owns: programs that look. T3: each option that makes one write or run something is listed beside it.
import { type Call, entries, type Raise, type Spec } from "../program.ts"
import type { Finding } from "../types.ts"
import { literalArg } from "../words.ts"

const runs = (what: string): Raise => ({ class: "any", rule: "runs-program", because: `runs ${what}` })
const writes: Raise = { class: "edit", because: "writes a file" }
const harmless: Spec = { class: "read", because: "only reads", dynamic: true }
const says: Spec = { class: "read", because: "only prints", dynamic: true, operands: "text" }

export const readingPrograms: Record<string, Spec> = {
  ...entries(
    `cat head tail wc stat du df ls dir vdir cmp comm cut paste nl tac rev fold fmt expand unexpand column join od hexdump strings
    md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum base32 base64 basename dirname realpath readlink pwd
    zcat zgrep bzcat xzcat lsblk tokei cloc scc look pr tsort exa eza lsd`,
    harmless,
  ),
  ...entries(
    `echo true false : test [ seq whoami id groups logname uname arch nproc uptime free cal getconf tty locale users who w expr factor
    numfmt sleep printenv which whereis type ps pgrep sw_vers lscpu times jobs wait tput clear`,
    says,
  ),
  printf: { ...says, look: printfVariable },
  hostname: { ...says, look: (call) => (call.words.operands.length > 0 ? alters("renames the machine") : null) },
  tree: { ...harmless, dynamic: false, writesTo: "-o", takes: "-L -P -I" },
  xxd: { ...harmless, dynamic: false, takes: "-c -g -l -o -s", look: secondOperandIsOutput },
  uniq: { ...harmless, dynamic: false, takes: "-f -s -w", look: secondOperandIsOutput },
  shuf: { ...harmless, dynamic: false, writesTo: "-o --output", takes: "-n -i" },
  iconv: { ...harmless, dynamic: false, writesTo: "-o --output", takes: "-f -t" },
  ptx: { ...harmless, dynamic: false, options: { "-G": writes, "--traditional": writes } },
  file: { ...harmless, dynamic: false, takes: "-m -f -e -F -P", options: { "-C": writes, "--compile": writes } },
  diff: { ...harmless, dynamic: false, options: { "--output": writes } },
  date: {
    class: "read",
    because: "prints the date",
    takes: "-d --date -r --reference -f",
    options: {
      "-s": { class: "forbidden", rule: "system", because: "sets the clock of the machine" },
      "--set": { class: "forbidden", rule: "system", because: "sets the clock of the machine" },
    },
    look: (call) =>
      call.words.operands.some((operand) => !operand.value.startsWith("+")) ? alters("sets the clock of the machine") : null,
  },
  ...entries("grep egrep fgrep pcregrep ugrep ack ag", {
    class: "read",
    because: "only searches",
    dynamic: true,
    takes: "-A -B -C -m -d -D --include --exclude --exclude-dir",
    operands: "pattern",
    look: patternIsFile,
    options: { "--pager": runs("a pager"), "--filter": runs("a program on every file") },
  }),
  rg: {
    class: "read",
    because: "only searches",
    operands: "pattern",
    takes: "-A -B -C -m -g --glob -t --type -T -j --max-depth -d",
    look: (call) => [...looseWords(call), ...asList(patternIsFile(call))],
    options: {
      "--pre": runs("a program on every file"),
      "--pre-glob": runs("a program on every file"),
      "--hostname-bin": runs("a program"),
      "--search-zip": runs("a program that unpacks"),
      "-z": runs("a program that unpacks"),
    },
  },
  find: {
    class: "read",
    because: "only finds files",
    singleDash: true,
    takes:
      "-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -newer -mtime -mmin -size -user -group -perm -printf -lname -samefile -inum -links -atime -ctime -cmin -amin -D",
    writesTo: "-fprint -fprint0 -fprintf -fls",
    options: {
      "-delete": { class: "destructive", rule: "destructive", because: "deletes everything it finds" },
      "-fprint": writes,
      "-fprint0": writes,
      "-fprintf": writes,
      "-fls": writes,
    },
    look: findRuns,
  },
  ...entries("fd fdfind", {
    class: "read",
    because: "only finds files",
    operands: "pattern",
    takes: "-e -t -d -E -g",
    options: {
      "-x": runs("a program on every file"),
      "--exec": runs("a program on every file"),
      "-X": runs("a program"),
      "--exec-batch": runs("a program"),
    },
    look: fdRuns,
  }),
  sort: {
    class: "read",
    because: "only sorts",
    takes: "-k -t -S --key --field-separator --buffer-size --parallel --batch-size",
    writesTo: "-o --output",
    options: {
      "-o": writes,
      "--output": writes,
      "--compress-program": runs("a program to compress"),
      "-T": writes,
      "--temporary-directory": writes,
    },
  },
  sed: {
    class: "read",
    because: "only prints what it edits",
    takes: "-e --expression -f --file -l --line-length",
    operands: "pattern",
    look: sedScript,
  },
  ...entries("awk gawk mawk nawk", {
    class: "read",
    because: "only prints",
    takes: "-F -v -f -e -i -E -l -W --file --source --include --exec --load",
    operands: "pattern",
    look: awkProgram,
  }),
  ...entries("jq gojq yq xq", {
    class: "read",
    because: "only reads data",
    operands: "pattern",
    takes: "--indent -f --from-file -L",
    options: {
      "--rawfile": { class: "any", rule: "reads-file-into-text", because: "takes a whole file into its output" },
      "--slurpfile": { class: "any", rule: "reads-file-into-text", because: "takes a whole file into its output" },
      "-L": runs("modules from another folder"),
      "-i": writes,
      "--inplace": writes,
      "--in-place": writes,
    },
  }),
  ...entries("tr", { ...says, because: "only translates characters" }),
  bc: { ...harmless, dynamic: false },
  dc: { class: "any", rule: "runs-program", because: "can run any command from its input" },
  bat: {
    class: "read",
    because: "only reads",
    options: { "--pager": runs("a pager"), "--paging": runs("a pager") },
    takes: "-l -r --line-range --language",
  },
  ...entries("less more most pg view vi vim nvim nano emacs ed ex man info screen tmux", {
    class: "any",
    rule: "interactive",
    because: "is interactive and can run any command",
  }),
  ...entries("top htop lsof netstat ss ifconfig ip iostat vmstat dmesg journalctl last", {
    class: "any",
    rule: "machine",
    because: "looks at the machine beyond the project",
  }),
}

const writesFile: Finding = { class: "edit", rule: "class-edit", because: "writes a file" }

function alters(because: string): Finding {
  return { class: "forbidden", rule: "system", because }
}

function asList(finding: Finding | null): Finding[] {
  return finding ? [finding] : []
}

function looseWords(call: Call): Finding[] {
  return call.args.some((arg) => arg.loose && arg.value.startsWith("-"))
    ? [{ class: "unknown", rule: "dynamic", because: "has options that are only known when it runs" }]
    : []
}

/** With -e or -f the first operand is a file, and `grep -e x .env` names it. */
function patternIsFile(call: Call): Finding | null {
  const named = call.words.options.some(({ name }) => /^-(e|f|-regexp|-file|-regexp=.*)$/.test(name) || name === "--files")
  if (!named) return null
  return call.inner([literalArg("cat"), ...call.words.operands])
}

/** `printf -v 'a[$(cmd)]'` runs the command. */
function printfVariable(call: Call): Finding | null {
  if (call.args[0]?.value !== "-v") return null
  return { class: "unknown", rule: "variable-name", because: "sets a variable whose name is evaluated" }
}

function secondOperandIsOutput(call: Call): Finding | null {
  const output = call.words.operands[1]
  return output ? call.inner([literalArg("tee"), output]) : null
}

const findActions = new Set(["-exec", "-execdir", "-ok", "-okdir"])

/** The command behind -exec runs with names found in the tree. */
function findRuns(call: Call): Finding[] {
  const findings: Finding[] = []
  for (let i = 0; i < call.args.length; i++) {
    if (!findActions.has(call.args[i]?.value ?? "")) continue
    let end = i + 1
    while (end < call.args.length && call.args[end]?.value !== ";" && call.args[end]?.value !== "+") end++
    const inner = call.args
      .slice(i + 1, end)
      .map((arg) => (arg.value.includes("{}") ? { ...arg, dynamic: true, loose: false } : arg))
    findings.push({ class: "edit", rule: "runs-program", because: "runs a program on what it finds" }, call.inner(inner))
    i = end
  }
  return findings
}

function fdRuns(call: Call): Finding[] {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg.value))
  return at < 0 ? [] : [call.inner([...call.args.slice(at + 1), { value: "{}", dynamic: true, glob: false, loose: false }])]
}

/** sed has commands that write (w, W, s///w) and run (e, s///e). What is not plainly a harmless script counts as one that does. */
function sedScript(call: Call): Finding[] {
  const { options, operands } = call.words
  const findings: Finding[] = []
  const scripts: string[] = []
  let fromOption = false
  for (const { name, value } of options) {
    if (name === "-e" || name.startsWith("--exp")) {
      scripts.push(value?.value ?? "")
      fromOption = true
      if (value?.dynamic)
        findings.push({ class: "unknown", rule: "dynamic", because: "has a script that is only known when it runs" })
    }
    if (name === "-f" || name.startsWith("--file")) {
      fromOption = true
      findings.push({ class: "build", rule: "runs-program", because: "runs a script from a file" })
    }
  }
  const first = operands[0]
  if (!fromOption && first) {
    scripts.push(first.value)
    if (first.dynamic)
      findings.push({ class: "unknown", rule: "dynamic", because: "has a script that is only known when it runs" })
  }
  const files = fromOption ? operands : operands.slice(1)
  if (options.some(({ name }) => /^-(i|-i.*|s?i.*)$/.test(name))) {
    const tee = literalArg("tee")
    findings.push(writesFile, call.inner([tee, ...files]))
  } else if (fromOption) findings.push(call.inner([literalArg("cat"), ...files]))
  for (const script of scripts)
    if (!harmlessSed(script))
      findings.push({ class: "any", rule: "runs-program", because: "has a script that can write files or run commands" })
  return findings
}

const sedAddress = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/I?)`
const sedCommand = new RegExp(
  String.raw`^\s*(?:${sedAddress}(?:\s*,\s*(?:${sedAddress}|[+~]\d+))?\s*!?\s*)?(?:[pdDgGhHnNPxqQ=l]\s*\d*|s(.)(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI0-9]*|y/[^/]*/[^/]*/|)\s*$`,
)

function harmlessSed(script: string): boolean {
  if (script.length > 2_000) return false
  if (sedCommand.test(script)) return true
  // Several commands: only when none of their texts holds a separator itself.
  const pieces = script.split(/[;\n]/)
  return pieces.length > 1 && pieces.length < 50 && pieces.every((piece) => sedCommand.test(piece))
}

/** Programs from elsewhere, and gawk's options that write files or start its debugger. */
const awkPowers = /^-(f|i|E|e|l|W|o|p|d|D|-fil|-inc|-e|-l|-so|-pre|-pro|-du|-de)/

/** awk can run programs (system, pipes, getline) and write files (>). */
function awkProgram(call: Call): Finding[] {
  const findings: Finding[] = []
  const { options, operands } = call.words
  if (options.some(({ name }) => awkPowers.test(name))) {
    findings.push({ class: "any", rule: "runs-program", because: "runs a program from a file or an option" })
  }
  const program = operands[0]
  if (!program) return findings
  if (program.dynamic)
    findings.push({ class: "unknown", rule: "dynamic", because: "has a program that is only known when it runs" })
  if (program.value.length > 4_000)
    findings.push({ class: "any", rule: "runs-program", because: "has a program that is too long to be read here" })
  const raw = program.value.slice(0, 4_000)
  // A quote in a regular expression or a comment is no quote: then where strings begin is not known, and nothing is left out.
  const isPlain = !/\/[^"/\n]*"(?:[^"/\n]*"[^"/\n]*")*[^"/\n]*\//.test(raw) && !(raw.includes("#") && raw.includes('"'))
  const text = isPlain ? raw.replace(/"(?:[^"\\]|\\.)*"/g, '""') : raw
  const endsInExpression = /\/[^/\n]*[;}][^/\n]*\//.test(raw) && /print[\s\S]*>/.test(text)
  if (
    endsInExpression ||
    /system|getline|\||close|fflush|@|printf?[^;}]*>|""\s*>|>\s*""/.test(text) ||
    /\/inet\//.test(program.value)
  ) {
    findings.push({ class: "any", rule: "runs-program", because: "can run commands or write files from its program" })
  }
  return findings
}
