// Owns: what can be typed after `kibitz` and what is said about a mistake in it. Pure: reads no files and prints nothing.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { nearest } from "./nearest.ts"

type Folders = {
  readonly dataDir: string | null
  readonly project: string
  readonly seed: string | null
  /** Look at the project as it is now; another Kibitz may have it open. */
  readonly readOnly: boolean
}
export type Invocation =
  | ({ readonly run: "rpc"; readonly stay: boolean } & Folders)
  | ({ readonly run: "web"; readonly port: number } & Folders)
  | { readonly run: "restore"; readonly dataDir: string | null }
  | { readonly run: "help" | "version" }
  | { readonly run: "mistake"; readonly message: string }

export type Surroundings = { readonly cwd: string; readonly environment: Readonly<Record<string, string | undefined>> }

export const help = `Kibitz runs a hierarchy of agents. This is Kibitz without a window.

  kibitz web [--port n]    serve the screen to a browser on this computer; prints the address
  kibitz rpc [--stay]      one JSON request per line on stdin, one JSON message per line on stdout
  kibitz restore           puts what can be read of a damaged journal, and its backup, in its place; nothing is deleted
  kibitz help              this text
  kibitz version           the version

Options of web and rpc
  --data-dir folder   where the journal is kept (KIBITZ_DATA_DIR; otherwise the desktop app's folder)
  --project folder    the folder agents work in (KIBITZ_PROJECT; otherwise the current folder)
  --read-only         look at the project as it is now, also while another Kibitz has it open; nothing runs, nothing is changed
  --port n            web: a port of your choice instead of a free one
  --stay              rpc: keep going after stdin has ended
  --ux-seed a,d,s[,o] an invented team in an empty --data-dir, for tests: a agents, d levels deep, s of them writing, o asking or ended

A key for the model is read from ANTHROPIC_API_KEY, unless one has been stored: in Settings (web) or with key.offer (rpc), as plain text
in the data folder, once you agree to that. Without a key, the rehearsal model answers.
The protocol is described in docs/rpc.md, the browser in docs/user/web.md, the invented team in docs/seed.md.
`

const folderOptions = {
  "data-dir": { type: "string" },
  project: { type: "string" },
  "ux-seed": { type: "string" },
  "read-only": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const
const commands = ["rpc", "web", "restore", "help", "version"] as const

export function readCommandLine(argv: readonly string[], surroundings: Surroundings): Invocation {
  const [command, ...rest] = argv
  switch (command) {
    case undefined:
    case "help":
    case "--help":
    case "-h":
      return { run: "help" }
    case "version":
    case "--version":
    case "-v":
      return { run: "version" }
    case "rpc":
      return readRpc(rest, surroundings)
    case "web":
      return readWeb(rest, surroundings)
    case "restore":
      return readRestore(rest, surroundings)
    default:
      return mistake(unknownCommand(command))
  }
}

function readRpc(args: readonly string[], surroundings: Surroundings): Invocation {
  const options = { ...folderOptions, stay: { type: "boolean" } } as const
  const parsed = attempt(() => parseArgs({ args: [...args], options, allowPositionals: false }), Object.keys(options))
  if ("run" in parsed) return parsed
  if (parsed.values.help) return { run: "help" }
  const folders = readFolders(parsed.values, surroundings)
  return "run" in folders ? folders : { run: "rpc", stay: parsed.values.stay ?? false, ...folders }
}

function readWeb(args: readonly string[], surroundings: Surroundings): Invocation {
  const options = { ...folderOptions, port: { type: "string" } } as const
  const parsed = attempt(() => parseArgs({ args: [...args], options, allowPositionals: false }), Object.keys(options))
  if ("run" in parsed) return parsed
  if (parsed.values.help) return { run: "help" }
  const port = parsed.values.port ?? "0"
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return mistake(`--port is a number from 0 to 65535, and "${port}" is not. 0 takes any free one.`)
  const folders = readFolders(parsed.values, surroundings)
  return "run" in folders ? folders : { run: "web", port: Number(port), ...folders }
}

function readRestore(args: readonly string[], surroundings: Surroundings): Invocation {
  const options = { "data-dir": folderOptions["data-dir"], help: folderOptions.help } as const
  const parsed = attempt(() => parseArgs({ args: [...args], options, allowPositionals: false }), Object.keys(options))
  if ("run" in parsed) return parsed
  if (parsed.values.help) return { run: "help" }
  const folders = readFolders(parsed.values, surroundings)
  return "run" in folders ? folders : { run: "restore", dataDir: folders.dataDir }
}

function readFolders(
  values: {
    readonly "data-dir"?: string | undefined
    readonly project?: string | undefined
    readonly "ux-seed"?: string | undefined
    readonly "read-only"?: boolean | undefined
  },
  { cwd, environment }: Surroundings,
): Folders | Invocation {
  for (const option of ["data-dir", "project"] as const) if (values[option] === "") return mistake(`--${option} needs a folder.`)
  const dataDir = values["data-dir"] ?? (environment.KIBITZ_DATA_DIR || null)
  const project = values.project ?? (environment.KIBITZ_PROJECT || ".")
  const seed = values["ux-seed"] ?? null
  if (seed !== null && dataDir === null)
    return mistake("--ux-seed fills a data folder with invented agents. Name an empty one of its own with --data-dir.")
  const readOnly = values["read-only"] ?? false
  if (seed !== null && readOnly)
    return mistake("--ux-seed writes invented agents, and --read-only writes nothing. Leave one of them out.")
  return { dataDir: dataDir === null ? null : resolve(cwd, dataDir), project: resolve(cwd, project), seed, readOnly }
}

function attempt<Parsed extends object>(parse: () => Parsed, known: readonly string[]): Parsed | Invocation {
  try {
    return parse()
  } catch (cause) {
    return mistake(describe(cause, known))
  }
}

function describe(cause: unknown, known: readonly string[]): string {
  if (!(cause instanceof Error)) throw cause
  const code = "code" in cause ? cause.code : null
  const quoted = /'([^']*)'/.exec(cause.message)?.[1] ?? ""
  switch (code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION": {
      const guess = nearest(quoted.replace(/^-+/, ""), known)
      return `There is no option ${quoted}.${guess === null ? "" : ` Did you mean --${guess}?`}`
    }
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return `"${quoted}" is one word too many.`
    case "ERR_PARSE_ARGS_INVALID_OPTION_VALUE":
      return `${cause.message}.`
    default:
      throw cause
  }
}

function unknownCommand(word: string): string {
  const guess = nearest(word, commands)
  return `There is no command "${word}".${guess === null ? "" : ` Did you mean \`kibitz ${guess}\`?`}`
}

function mistake(message: string): Invocation {
  return { run: "mistake", message: `${message}\nSee \`kibitz help\`.` }
}
