// Owns: patterns of what the user allows beyond a profile: suggesting, reading and comparing them. A pattern is compared word by
// word with a command that was parsed; it is never an expression. It covers one plain command, nothing glued to it.
import { GrantPattern, type Json } from "@kibitz/contract"
import type { Question } from "./access.ts"
import { hostOf, urlOf } from "./address.ts"
import { commandOf, textField } from "./fields.ts"
import { judge } from "./judge.ts"
import { ANY } from "./pattern-text.ts"
import { programSpec } from "./shell/programs/table.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import { normal } from "./shell/where.ts"

export { patternMatches } from "./grants.ts"

const grantableRules = new Set(["profile", "manual", "sensitive-file", "tainted"])
/** Programs whose later words are programs or code: "<any>" behind their name would be a blank cheque. */
const openEnded =
  /^(sh|bash|dash|zsh|fish|ksh|eval|exec|env|xargs|nohup|nice|timeout|setsid|time|watch|parallel|find|fd|i?python[\d.]*|pypy\d?|node|nodejs|tsx|ts-node|deno|perl|ruby|php|lua|npx|bunx|pnpx|uvx|ssh|docker|podman|kubectl|make|source|\.|command|builtin|busybox|awk|gawk|mawk|nawk|sed|curl|wget|script|stdbuf|ionice|taskset|chrt|flock|unbuffer|chronic|toybox|openssl|psql|mysql|sqlite3|rsync|ksh|csh|tcsh|ash|pipx|dlx)$/

function isOpenEnded(head: string): boolean {
  return openEnded.test(head.split("/").at(-1) ?? head)
}

/** Narrowest first; none where nothing may be remembered. */
export function suggestPatterns(question: Question): GrantPattern[] {
  const verdict = judge({ ...question, access: { ...question.access, attended: true, grants: [] } })
  if (verdict.effect !== "ask" || !grantableRules.has(verdict.rule)) return []
  const { capability, input } = question
  const found =
    capability === "bash" ? commandPatterns(commandOf(input), question.workspace) : otherPatterns(capability, input, verdict.rule)
  return found.filter((pattern) => GrantPattern.safeParse(pattern).success)
}

function commandPatterns(command: string | null, workspace: string | undefined): GrantPattern[] {
  const asking = command === null ? [] : readCommand(command, workspace).leaves.filter((leaf) => leaf.class !== "read")
  const [leaf] = asking
  if (!leaf?.simple || !leaf.words || asking.some((other) => !other.simple || other.words?.join("\0") !== leaf.words?.join("\0")))
    return []
  const words = [...leaf.words]
  const patterns: GrantPattern[] = [{ kind: "command", words, rest: false }]
  const [head = "", second] = words
  if (isOpenEnded(head)) return patterns
  const verb = second !== undefined && /^[a-z][\w:.-]*$/i.test(second) && programSpec(head)?.subcommands !== undefined
  const third = words[2]
  // `npm run build -- --watch`: the script's name belongs to the verb.
  if (verb && third !== undefined && /^(run|run-script|exec)$/.test(second)) {
    if (words.length > 3) patterns.push({ kind: "command", words: words.slice(0, 3), rest: true })
    return patterns
  }
  if (verb && words.length > 2) patterns.push({ kind: "command", words: [head, second], rest: true })
  // `git -c x log` has no verb in its second place: "git <any>" would be every verb.
  else if (!verb && words.length > 1 && programSpec(head)?.subcommands === undefined)
    patterns.push({ kind: "command", words: [head], rest: true })
  return patterns
}

function otherPatterns(capability: string, input: Json, rule: string): GrantPattern[] {
  const path = textField(input, "path")
  if (path !== null) {
    const file: GrantPattern = { kind: "path", capability, path: normal(path) ?? path }
    const slash = file.path.lastIndexOf("/")
    if (rule === "sensitive-file" || slash <= 0) return [file]
    return [file, { kind: "path", capability, path: file.path.slice(0, slash + 1) }]
  }
  const host = hostOf(urlOf(input) ?? "")
  return [...(host ? [{ kind: "host" as const, capability, host }] : []), { kind: "capability", capability }]
}

/** What the user wrote, or null when it is no pattern for this capability. */
export function parsePattern(text: string, capability: string): GrantPattern | null {
  const trimmed = text.trim()
  if (trimmed === "") return null
  const pattern = capability === "bash" ? parseCommandPattern(trimmed) : parseOther(trimmed, capability)
  const parsed = GrantPattern.safeParse(pattern)
  return parsed.success ? parsed.data : null
}

function parseCommandPattern(text: string): unknown {
  const rest = text.endsWith(ANY)
  const command = rest ? text.slice(0, -ANY.length).trim() : text
  const { leaves } = readCommand(command)
  if (leaves.some((leaf) => leaf.rule === "unparsable")) return null
  const leaf = leaves.find((candidate) => candidate.simple && candidate.text === command)
  if (!leaf?.words || leaf.words.includes(ANY)) return null
  if (rest && isOpenEnded(leaf.words[0] ?? "") && leaf.words.slice(1).every((word) => word.startsWith("-"))) return null
  return { kind: "command", words: leaf.words, rest }
}

function parseOther(text: string, capability: string): unknown {
  if (text === capability) return { kind: "capability", capability }
  if (/^(web_fetch|web_search)$/.test(capability)) {
    const host = hostOf(/^https?:\/\//i.test(text) ? text : `https://${text}`)
    return host && { kind: "host", capability, host }
  }
  const path = normal(text.replaceAll("\\", "/"))
  if (path === null || path === "" || /^[/~]/.test(text)) return null
  return { kind: "path", capability, path: text.endsWith("/") ? `${path}/` : path }
}
