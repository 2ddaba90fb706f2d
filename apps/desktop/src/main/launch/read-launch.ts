// Owns: what the command line and the environment may say at start. Pure. Nothing here is read from the project folder,
// and a second start's arguments never come through here (T34).
import { isAbsolute, join, resolve } from "node:path"

export type LaunchInput = {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly packaged: boolean
  readonly cwd: string
  /** The system's folder for this user's application data, and for this user's documents. */
  readonly appData: string
  readonly documents: string
}

export type Launch = {
  readonly dataDir: string
  readonly workspace: string
  /** A folder nobody asked for by name may be made; one that was asked for must be there. */
  readonly workspaceChosen: boolean
  /** F12 opens the developer tools. Never in a packaged build. */
  readonly developerTools: boolean
  /** Tests may ask the page where it is (--ux-probe). Never in a packaged build. */
  readonly probe: boolean
  /** `--ux-seed=`: an invented team (docs/seed.md). The host reads it; null when nobody asked. */
  readonly seed: string | null
}

export type LaunchRefusal = { readonly refused: string }

export function readLaunch(input: LaunchInput): Launch | LaunchRefusal {
  if (input.packaged && hasSwitch(input.argv, "no-sandbox") && input.env.KIBITZ_ALLOW_NO_SANDBOX !== "1")
    return {
      refused: "Kibitz does not run with --no-sandbox: pages would not be kept apart from your computer. Start it without.",
    }
  // Passed over, another folder's data would be opened than the one that was named.
  const apart = ["--data-dir", "--project"].find((name) => input.argv.includes(name))
  if (apart !== undefined)
    return { refused: `${apart} needs its folder behind an equals sign: ${apart}=<folder>. Nothing was opened.` }
  const empty = ["--data-dir", "--project"].find((name) => input.argv.includes(`${name}=`))
  if (empty !== undefined) return { refused: `${empty}= names no folder. Write ${empty}=<folder>. Nothing was opened.` }
  const dataDir = lastGiven(input, "data-dir", "KIBITZ_DATA_DIR")
  const workspace = lastGiven(input, "project", "KIBITZ_PROJECT")
  const seed = lastArgument(input.argv, "ux-seed")
  if (seed !== null && dataDir === null)
    return {
      refused: "--ux-seed fills a data folder with invented agents. Name an empty one of its own with --data-dir=<folder>.",
    }
  return {
    dataDir: dataDir ?? join(input.appData, "Kibitz"),
    workspace: workspace ?? join(input.documents, "Kibitz"),
    workspaceChosen: workspace !== null,
    developerTools: !input.packaged && input.env.KIBITZ_DEV === "1",
    probe: !input.packaged && hasSwitch(input.argv, "ux-probe"),
    seed,
  }
}

export function isRefusal(launch: Launch | LaunchRefusal): launch is LaunchRefusal {
  return "refused" in launch
}

/** Chromium accepts a switch with one or two dashes, and with a value after it. */
function hasSwitch(argv: readonly string[], name: string): boolean {
  return argv.some((argument) => new RegExp(`^--?${name}(=|$)`, "i").test(argument))
}

function lastGiven(input: LaunchInput, name: string, variable: string): string | null {
  const value = lastArgument(input.argv, name) ?? (input.env[variable] || null)
  if (value === null) return null
  return isAbsolute(value) ? resolve(value) : resolve(input.cwd, value)
}

function lastArgument(argv: readonly string[], name: string): string | null {
  const prefix = `--${name}=`
  return argv.findLast((candidate) => candidate.startsWith(prefix))?.slice(prefix.length) ?? null
}
