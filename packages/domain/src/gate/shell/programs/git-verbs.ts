// Owns: git subcommands whose words say whether they look, change or destroy.
import { type Call, has, shown } from "../program.ts"
import type { Finding } from "../types.ts"

export const destruction = (because: string): Finding => ({ class: "destructive", rule: "destructive", because })
const otherConfiguration: Finding = { class: "any", rule: "git-config", because: "works on configuration elsewhere" }

/** Keys of the configuration that name programs or other places. */
const powerful =
  /^(core|alias|filter|diff|merge|mergetool|difftool|credential|include|includeif|url|gpg|http|https|protocol|pager|sequence|ssh|uploadpack|receive|remote\..*\.(uploadpack|receivepack|vcs|proxy)|submodule|fsmonitor|interactive|man|web|browser|sendemail|init\.templatedir|safe|trailer|hook|extensions|maintenance|lfs|instaweb|guitool|imap|man)\b/i

export function branchFinding(call: Call): Finding | null {
  if (has(call.words, "-D", "-f", "--force", "-M", "-C") || (has(call.words, "-d", "--delete") && has(call.words, "--force"))) {
    return destruction("deletes or overwrites a branch")
  }
  const changes = has(
    call.words,
    "-d",
    "--delete",
    "-m",
    "--move",
    "-c",
    "--copy",
    "-u",
    "--set-upstream-to",
    "--unset-upstream",
    "--edit-description",
  )
  const lists = has(
    call.words,
    "--list",
    "-l",
    "--contains",
    "--merged",
    "--no-merged",
    "--show-current",
    "-a",
    "-r",
    "--all",
    "--remotes",
  )
  return changes || (call.words.operands.length > 0 && !lists)
    ? { class: "build", rule: "class-build", because: "changes branches" }
    : null
}

export function tagFinding(call: Call): Finding | null {
  if (has(call.words, "-d", "--delete", "-f", "--force")) return destruction("deletes or moves a tag")
  const lists = has(call.words, "-l", "--list", "--contains", "--points-at", "--merged", "-n")
  return call.words.operands.length > 0 && !lists ? { class: "build", rule: "class-build", because: "makes a tag" } : null
}

export function configFinding(call: Call): Finding | null {
  const { words } = call
  if (has(words, "--global", "--system") && !has(words, "--get", "--list", "-l", "--get-all", "--get-regexp")) {
    return { class: "forbidden", rule: "workspace", because: "changes git's configuration outside the project folder" }
  }
  const verb = words.operands[0]?.value ?? ""
  const shows =
    has(words, "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "--show-origin") ||
    verb === "get" ||
    verb === "list"
  const changes =
    has(words, "--unset", "--unset-all", "--add", "--replace-all", "--edit", "-e", "--rename-section", "--remove-section") ||
    ["set", "unset", "edit"].includes(verb)
  if (call.args.some((arg) => arg.value.startsWith("-f") || arg.value.startsWith("--file") || arg.value.startsWith("--blob")))
    return otherConfiguration
  if (!changes && (shows || words.operands.length < 2)) return null
  const keys = words.operands.filter((operand) => operand.value.includes(".") || operand.dynamic)
  if (keys.some((key) => key.dynamic || powerful.test(key.value)) || changes) {
    return {
      class: "forbidden",
      rule: "git-internals",
      because: "changes configuration that makes git run programs or trust other places",
    }
  }
  return { class: "any", rule: "git-config", because: "changes git's configuration" }
}

/** Words that are commits by the look of them. Anything else may as well be a file or a folder. */
const commit =
  /^(-|@|main|master|trunk|develop|(HEAD|ORIG_HEAD|FETCH_HEAD|MERGE_HEAD|@)([~^@{][\w~^@{}-]*)?|(main|master)[~^@{][\w~^@{}-]*|(?=[a-f]*\d)[0-9a-f]{7,40}|(origin|upstream)\/[\w./-]+|v\d+\.\d+\.\d+)$/

/** `git checkout x` takes x for a branch or for a file, whose changes it throws away: what could be a file counts as one. */
export function checkoutFinding(call: Call): Finding | null {
  const { words, args } = call
  if (has(words, "-f", "--force", "-B")) return destruction("throws away changes")
  const dashes = args.findIndex((arg) => arg.value === "--")
  if (dashes >= 0 && dashes < args.length - 1) return destruction("throws away changes in files")
  if (has(words, "-p", "--patch", "--ours", "--theirs", "--pathspec-from-file"))
    return destruction("throws away changes in files")
  const takesBack = words.options.some(({ name }) => name.startsWith("--no-"))
  if (has(words, "-b", "--orphan", "--detach", "--track", "-t") && !takesBack) return null
  const { operands } = words
  if (operands.length > 1) return destruction("throws away changes in files")
  const only = operands[0]
  if (!only) return null
  if (only.dynamic || only.glob || /^[.:]|\/$|\.[A-Za-z]\w{0,4}$/.test(only.value))
    return destruction("throws away changes in files")
  // Two dashes behind it: it is a branch.
  if (dashes >= 0 || commit.test(only.value)) return null
  return destruction(`throws away changes if ${shown(only.value)} is a file or a folder (git switch only takes branches)`)
}

export function pushFinding(call: Call): Finding[] {
  const findings: Finding[] = []
  if (
    call.words.operands.some((operand, index) => operand.value.startsWith("+") || (index > 0 && operand.value.startsWith(":")))
  ) {
    findings.push(destruction("overwrites or deletes a branch of the remote"))
  }
  return [...findings, ...(helperAddress(call) ?? [])]
}

export function helperAddress(call: Call): Finding[] | null {
  return call.args.some((arg) => /^(ext|fd)::|^-.*(ext|fd)::/.test(arg.value))
    ? [{ class: "forbidden", rule: "git-internals", because: "uses an address that is a command" }]
    : null
}
