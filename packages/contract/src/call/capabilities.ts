// Owns: the words of the capability catalogue: what may be asked for and with which input. What is allowed is decided in
// domain/gate; who carries it out is in adapters. A name that is not in this table cannot be called at all.
import { z } from "zod"

/** spawn and team act on other agents. app: only a word to the user, or a note about the agent itself. */
export const Effect = z.enum(["read", "write", "execute", "network", "spawn", "team", "app"])
export type Effect = z.infer<typeof Effect>
export const PermissionProfile = z.enum(["restricted", "normal", "trusted", "unrestricted"])
export type PermissionProfile = z.infer<typeof PermissionProfile>
/** What may be done with a call whose outcome a crash has hidden (F6). idempotent: running it again is refused by its own precondition. */
export const Idempotency = z.enum(["read", "idempotent", "effect"])
export type Idempotency = z.infer<typeof Idempotency>

export type Capability = {
  readonly effect: Effect
  readonly minimumProfile: PermissionProfile
  /** Its output comes from outside and is fenced as untrusted before a model reads it. */
  readonly external: boolean
  readonly idempotency: Idempotency
  readonly description: string
  readonly input: z.ZodObject
}

/** Stands in prompts and on screens outside of any fence, so it cannot hold a second line or a hidden character. */
export const AgentName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .'_-]{0,39}$/u, "a name is up to 40 letters, digits, spaces and . ' _ -")

const path = z.string().min(1).max(4096)
const file = path.describe("File, relative to the project folder")
const folder = path.describe("Folder, relative to the project folder; . for the folder itself")

export const capabilities = {
  read_file: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description:
      "Reads a text file inside the project folder. Paths are relative to it. Returns numbered lines; long files are cut, use `from` and `lines` to page. The last line names the file's content hash, which edit_file wants. `spool:` and a call's id reads the whole of a long output.",
    input: z.strictObject({
      path: file,
      from: z.int().positive().optional().describe("First line, counted from 1"),
      lines: z.int().positive().max(5000).optional().describe("How many lines, 2000 if left out"),
    }),
  },
  list_directory: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description: "Lists a folder inside the project folder. Folders end in a slash.",
    input: z.strictObject({ path: folder }),
  },
  search_files: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description:
      "Searches the text of files inside the project folder and returns file:line: text. Skips binary files, secrets and what git ignores.",
    input: z.strictObject({
      text: z.string().min(1).max(1000).describe("What to look for, taken literally unless `regex` is true"),
      regex: z.boolean().optional().describe("Take `text` as a JavaScript regular expression"),
      path: folder.optional(),
      files: z.string().min(1).max(500).optional().describe("Only files whose path fits this glob, such as **/*.ts"),
      matchCase: z.boolean().optional(),
    }),
  },
  glob: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description: "Finds files inside the project folder whose path fits a glob such as src/**/*.test.ts. Skips what git ignores.",
    input: z.strictObject({ pattern: z.string().min(1).max(500), path: folder.optional() }),
  },
  write_file: {
    effect: "write",
    minimumProfile: "normal",
    external: false,
    idempotency: "idempotent",
    description:
      "Writes a whole text file inside the project folder, making folders as needed. To replace a file that exists, give the hash that read_file showed.",
    input: z.strictObject({
      path: file,
      content: z.string().max(2_000_000),
      hash: z.string().max(64).optional().describe("Content hash of the file that is replaced; leave out for a new file"),
    }),
  },
  edit_file: {
    effect: "write",
    minimumProfile: "normal",
    external: false,
    idempotency: "idempotent",
    description:
      "Replaces text in a file inside the project folder. `old` must occur exactly once unless `all` is true. `hash` is the content hash that read_file showed: if the file has changed since, nothing is done and the fresh content is returned.",
    input: z.strictObject({
      path: file,
      hash: z.string().min(1).max(64),
      old: z.string().min(1).max(200_000),
      new: z.string().max(200_000),
      all: z.boolean().optional(),
    }),
  },
  bash: {
    effect: "execute",
    minimumProfile: "restricted",
    external: true,
    idempotency: "effect",
    description:
      "Runs a command in a fresh bash in the project folder, inside a sandbox, without input. Returns the exit code and the output; long output is cut in the middle and kept whole on disk.",
    input: z.strictObject({
      command: z.string().min(1).max(200_000),
      timeoutSeconds: z.int().positive().max(3600).optional().describe("120 if left out"),
    }),
  },
  web_fetch: {
    effect: "network",
    minimumProfile: "normal",
    external: true,
    idempotency: "read",
    description: "Fetches one https page and returns its text.",
    input: z.strictObject({ url: z.string().min(1).max(4096) }),
  },
  web_search: {
    effect: "network",
    minimumProfile: "normal",
    external: true,
    idempotency: "read",
    description: "Searches the web with the provider the user has set up, and returns titles, addresses and excerpts.",
    input: z.strictObject({ query: z.string().min(1).max(500) }),
  },
  git_status: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description: "Shows the branch and what has changed in the project's git repository.",
    input: z.strictObject({}),
  },
  git_diff: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description: "Shows changes in the project's git repository: the working tree, or what is staged.",
    input: z.strictObject({ staged: z.boolean().optional(), path: path.optional() }),
  },
  git_commit: {
    effect: "write",
    minimumProfile: "trusted",
    external: false,
    idempotency: "effect",
    description: "Commits the named files (or all changes when left out) to the current branch. Never pushes, never runs hooks.",
    input: z.strictObject({
      message: z.string().min(1).max(10_000),
      paths: z.array(path).max(1000).optional(),
    }),
  },
  spawn_agent: {
    effect: "spawn",
    minimumProfile: "normal",
    external: false,
    idempotency: "effect",
    description:
      "Starts a child agent with an assignment. It works on its own, with at most your permissions, and its results come back to you.",
    input: z.strictObject({
      name: AgentName.optional(),
      assignment: z.string().trim().min(1).max(20_000),
      budgetUsd: z.number().positive().max(10_000).optional().describe("Reserved from your own budget"),
      whenDone: z.enum(["wait", "dismiss"]).optional().describe("dismiss: it goes once you have its result"),
      permissionProfile: PermissionProfile.optional().describe("At most your own, which it has if this is left out"),
    }),
  },
  message_agent: {
    effect: "team",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description:
      "Sends a message to the agent you work for or to one of your children. It does not wait; an answer comes as a message. To a child, your message is an instruction; to the one above you, it is a report.",
    input: z.strictObject({
      to: AgentName.describe('The name of a child, or "parent"'),
      text: z.string().trim().min(1).max(20_000),
    }),
  },
  redirect_agent: {
    effect: "team",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description: "Gives one of your children another assignment in place of the one it has.",
    input: z.strictObject({ agent: AgentName, assignment: z.string().trim().min(1).max(20_000) }),
  },
  dismiss_agent: {
    effect: "team",
    minimumProfile: "restricted",
    external: false,
    idempotency: "idempotent",
    description: "Ends one of your children, with everything below it. What it has written stays.",
    input: z.strictObject({ agent: AgentName }),
  },
  answer_child: {
    effect: "team",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description:
      "Answers a question that one below you has asked you. Answer only what you know or may decide; otherwise set dontKnow and the question goes on to the next above you, in the end to the user.",
    input: z.strictObject({
      question: z.string().min(1).max(64).describe("The id that stands with the question"),
      answer: z.string().trim().min(1).max(20_000).optional(),
      dontKnow: z.boolean().optional(),
    }),
  },
  ask_user: {
    effect: "app",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description:
      "Puts a question before the user. It does not wait: go on with what is not blocked; the answer comes as a message. Offer options where you can.",
    input: z.strictObject({
      question: z.string().trim().min(1).max(4000),
      options: z
        .array(z.strictObject({ label: z.string().trim().min(1).max(200), detail: z.string().max(500).optional() }))
        .max(8)
        .optional(),
      preferred: z.int().nonnegative().max(7).optional().describe("Index of the option you would pick"),
      ask: z
        .enum(["user", "parent"])
        .optional()
        .describe("parent: the agent you work for is asked first, the user only if it does not know"),
    }),
  },
  knock: {
    effect: "app",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description: "Asks the user to come and talk, with a reason of at most 140 characters. Use it rarely; it does not wait.",
    input: z.strictObject({ reason: z.string().trim().min(1).max(140) }),
  },
  report_progress: {
    effect: "app",
    minimumProfile: "restricted",
    external: false,
    idempotency: "idempotent",
    description: "Tells how far you are, from 0 to 100, and what you are doing.",
    input: z.strictObject({
      percent: z.number().min(0).max(100),
      note: z.string().max(500).optional(),
      milestone: z.boolean().optional().describe("True when a milestone has just been reached"),
    }),
  },
  add_commitment: {
    effect: "app",
    minimumProfile: "restricted",
    external: false,
    idempotency: "effect",
    description: "Promises that a command will pass when you are done. Kibitz runs it, not you, before your work counts as done.",
    input: z.strictObject({
      command: z.string().trim().min(1).max(4000),
      timeoutSeconds: z.int().positive().max(3600).optional(),
    }),
  },
} as const satisfies Record<string, Capability>

export type CapabilityName = keyof typeof capabilities
export const CapabilityName = z.enum(Object.keys(capabilities) as [CapabilityName, ...CapabilityName[]])

/** Carried out inside Kibitz by changing its own state; everything else goes to an adapter. */
export const appCapabilities = [
  "spawn_agent",
  "message_agent",
  "redirect_agent",
  "dismiss_agent",
  "answer_child",
  "ask_user",
  "knock",
  "report_progress",
  "add_commitment",
] as const
export type AppCapability = (typeof appCapabilities)[number]

export function isAppCapability(name: string): name is AppCapability {
  return (appCapabilities as readonly string[]).includes(name)
}
