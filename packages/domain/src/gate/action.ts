// Owns: what an approval is bound to (T23), which requests are the same, and how an action is put before a person.
import { type AgentId, capabilities, type Json, type Verdict, type WorkspaceId } from "@kibitz/contract"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { visible } from "../kernel/visible.ts"
import { hostOf, urlOf } from "./address.ts"
import { textField } from "./fields.ts"
import { isSensitive } from "./guarded/sensitive.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import type { Leaf, ShellReading } from "./shell/types.ts"

export type Action = {
  readonly capability: string
  readonly input: Json
  readonly agentId: AgentId
  /** The commit that the agent's workspace is on. */
  readonly head: string | null
  readonly phase: string
  readonly profile: string
}

/** Any difference in what would run, for whom, on what or with which rights is another hash. */
export function actionHash({ capability, input, agentId, head, phase, profile }: Action): string {
  return hashOf({ agentId, capability, head, input, phase, profile })
}

/** Equal for requests that one answer may settle; null for what is always answered alone. */
export function batchKey({
  capability,
  input,
  profile,
  verdict,
  workspaceId,
}: {
  readonly capability: string
  readonly input: Json
  readonly profile: string
  readonly verdict: Verdict
  /** Left out: the project's own folder. The same words do something else in another folder. */
  readonly workspaceId?: WorkspaceId | undefined
}): string | null {
  if (verdict.destructive || verdict.effect !== "ask") return null
  return hashOf({ capability, input, profile, rule: verdict.rule, ...(workspaceId ? { workspaceId } : {}) })
}

function hashOf(value: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(value))))
}

/** JSON with sorted keys: the same value has one spelling. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field as Json)}`)
    .join(",")}}`
}

export type Described = { readonly title: string; readonly detail: string; readonly effects: string[]; readonly stepTwo: string }

const titles: Record<string, string> = {
  read_file: "Read a file",
  list_directory: "List a folder",
  search_files: "Search files",
  glob: "Find files",
  write_file: "Write a file",
  edit_file: "Change a file",
  bash: "Run a command",
  web_fetch: "Fetch a page",
  web_search: "Search the web",
  git_status: "Show the state of git",
  git_diff: "Show changes",
  git_commit: "Commit",
  spawn_agent: "Start a child agent",
  message_agent: "Send a message to an agent",
  redirect_agent: "Give a child another assignment",
  dismiss_agent: "Dismiss a child agent",
  answer_child: "Answer a child's question",
  ask_user: "Ask a question",
  knock: "Knock",
  report_progress: "Report progress",
  add_commitment: "Make a commitment",
}

/** For the card that asks: what it is, what it changes and reaches, and the name of the second step where there are two. */
export function describeAction(capability: string, input: Json, reading?: ShellReading): Described {
  const title = Object.hasOwn(titles, capability)
    ? (titles[capability] ?? capability)
    : `Call ${visible(capability).slice(0, 60)}`
  const field = (name: string) => textField(input, name)
  switch (capability) {
    case "bash": {
      const command = field("command") ?? ""
      return { title, detail: visible(command), ...commandEffects(reading ?? readCommand(command)) }
    }
    case "write_file":
    case "edit_file": {
      const path = field("path") ?? ""
      const size = (field("content") ?? field("new") ?? "").length
      const sensitive = isSensitive(path) ? ["this file tells programs or agents what to do"] : []
      const change =
        capability === "write_file" ? `writes ${size} characters to ${visible(path)}` : `replaces text in ${visible(path)}`
      return { title, detail: visible(path), effects: [change, ...sensitive], stepTwo: `Write ${shortened(path)}` }
    }
    case "web_fetch": {
      const url = urlOf(input) ?? ""
      return {
        title,
        detail: visible(url),
        effects: [`network: ${visible(hostOf(url) ?? "an unknown host")}`],
        stepTwo: `Fetch ${shortened(url)}`,
      }
    }
    case "web_search":
      return { title, detail: visible(field("query") ?? ""), effects: ["network: the search provider"], stepTwo: "Search" }
    case "git_commit":
      return {
        title,
        detail: visible(field("message") ?? ""),
        effects: ["adds a commit to the current branch"],
        stepTwo: "Commit",
      }
    case "spawn_agent":
      return {
        title,
        detail: visible(field("assignment") ?? ""),
        effects: ["starts a child agent with at most the same rights"],
        stepTwo: "Start it",
      }
    case "message_agent": {
      const to = field("to") ?? ""
      const whom = to.toLowerCase() === "parent" ? "the agent it works for" : visible(to)
      const effects = [`${whom} gets this message and may act on it`]
      return { title, detail: visible(field("text") ?? ""), effects, stepTwo: "Send it" }
    }
    case "redirect_agent": {
      const name = visible(field("agent") ?? "")
      const effects = [`${name} works on this instead of its assignment`]
      return { title, detail: visible(field("assignment") ?? ""), effects, stepTwo: `Redirect ${name}` }
    }
    case "dismiss_agent": {
      const name = visible(field("agent") ?? "")
      const effects = [`ends ${name} and every agent below it; what they have written stays`]
      return { title, detail: name, effects, stepTwo: `Dismiss ${name}` }
    }
    case "answer_child": {
      const { data } = capabilities.answer_child.input.safeParse(input)
      const said = data?.dontKnow ? null : (data?.answer ?? null)
      const effects = [
        said === null ? "passes the question on to the next above" : "the agent that asked gets this answer and may act on it",
      ]
      return { title, detail: visible(said ?? "It does not know."), effects, stepTwo: "Answer" }
    }
    default:
      return {
        title,
        detail: visible(field("path") ?? field("question") ?? field("reason") ?? canonical(input)),
        effects: [],
        stepTwo: title,
      }
  }
}

const MAX_EFFECTS = 6

function commandEffects(reading: ShellReading): Pick<Described, "effects" | "stepTwo"> {
  const effects: string[] = []
  const seen = new Set<string>()
  for (const leaf of reading.leaves) {
    for (const effect of leafEffects(leaf)) {
      if (seen.has(effect)) continue
      seen.add(effect)
      effects.push(effect)
    }
  }
  if (reading.network && !effects.some((effect) => effect.startsWith("network:")))
    effects.push("network: wherever it connects to")
  const more = effects.length - MAX_EFFECTS
  const shownEffects = more > 0 ? [...effects.slice(0, MAX_EFFECTS), `and ${more} more`] : effects
  return { effects: shownEffects, stepTwo: stepTwoOf(reading.deciding) }
}

const installer = /^(npm|pnpm|yarn|bun|pip3?|cargo|go|poetry|uv|bundle|composer|gem)$/
const installVerb = /^(install|i|ci|add|get|update|upgrade|remove|uninstall|rm)$/

function leafEffects(leaf: Leaf): string[] {
  if (leaf.class === "read") return []
  const [head = "", verb = ""] = leaf.words ?? []
  if (installer.test(head) && installVerb.test(verb)) {
    const changes = head.startsWith("pip")
      ? "installs packages"
      : verb === "ci"
        ? "replaces the installed packages"
        : `changes ${manifest(head)} and the lock file`
    return [changes, "network: the package registry"]
  }
  const address = leaf.words?.map((word) => hostOf(word)).find((host) => host !== null)
  return [visible(leaf.because), ...(leaf.network && address ? [`network: ${address}`] : [])]
}

function manifest(head: string): string {
  if (head === "cargo") return "Cargo.toml"
  if (head === "go") return "go.mod"
  return /^(npm|pnpm|yarn|bun)$/.test(head) ? "package.json" : "the list of packages"
}

function stepTwoOf(leaf: Leaf): string {
  const words = leaf.words ?? []
  const [head = ""] = words
  const operands = words.slice(1).filter((word) => !word.startsWith("-"))
  if (/^(rm|shred|rimraf|unlink|trash)$/.test(head) && operands.length > 0) return `Delete ${shortened(operands.join(", "))}`
  if (head === "find" && words.includes("-delete")) return `Delete what is found in ${shortened(operands[0] ?? ".")}`
  if (head === "truncate") return `Cut off ${shortened(operands.at(-1) ?? "the file")}`
  if (head === "git") return `Run git ${shortened(words.slice(1).join(" "))}`
  if (words.includes("publish")) return `Publish with ${shortened(words.join(" "))}`
  return `Run ${shortened(words.length > 0 ? words.join(" ") : leaf.text)}`
}

function shortened(text: string): string {
  const line = visible(text).replace(/\s+/g, " ").trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
