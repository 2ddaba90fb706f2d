// Owns: the project folder the user has chosen in the app, kept in the data folder for the next start, and where the data of another project
// lies. What the command line says goes before it.
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, isAbsolute, join } from "node:path"
import type { Launch } from "./read-launch.ts"

const FILE = "project.json"

/** A folder that is gone, or a file that cannot be read, is as if nothing had been chosen. */
export function withKeptProject(launch: Launch): Launch {
  if (launch.workspaceChosen) return launch
  const kept = readKept(launch.dataDir)
  return kept === null ? launch : { ...launch, workspace: kept, workspaceChosen: true }
}

export function keepProject(dataDir: string, folder: string): void {
  writeFileSync(join(dataDir, FILE), JSON.stringify({ folder }), { mode: 0o600 })
}

/** The arguments of a start in that folder: the same as now, but for the project, and for the data where that is named. */
export function argumentsFor(argv: readonly string[], folder: string, dataDir?: string): string[] {
  const others = argv.slice(1).filter((argument) => {
    if (argument.startsWith("--project=")) return false
    return dataDir === undefined || !(argument.startsWith("--data-dir=") || argument.startsWith("--ux-seed="))
  })
  return [...others, `--project=${folder}`, ...(dataDir === undefined ? [] : [`--data-dir=${dataDir}`])]
}

const OTHERS = "other-projects"

/** Each project has its own agents, settings and key. Those of all but the first lie within the data folder of the first, by their folder. */
export function dataDirFor(dataDir: string, folder: string): string {
  const above = dirname(dirname(dataDir))
  const first = basename(dirname(dataDir)) === OTHERS && readKept(above) !== null ? above : dataDir
  if (readKept(first) === folder) return first
  return join(first, OTHERS, nameFor(folder))
}

const LONGEST_NAME = 40

/** What one recognises, and a number that keeps two of one name apart (FNV-1a). */
function nameFor(folder: string): string {
  let number = 0x811c9dc5
  for (const byte of Buffer.from(folder)) number = Math.imul(number ^ byte, 0x01000193) >>> 0
  const plain = basename(folder).replace(/[^\p{L}\p{N}]+/gu, "-")
  return `${plain.slice(0, LONGEST_NAME).toWellFormed()}-${number.toString(16).padStart(8, "0")}`
}

function readKept(dataDir: string): string | null {
  try {
    const { folder }: { folder?: unknown } = JSON.parse(readFileSync(join(dataDir, FILE), "utf8"))
    return typeof folder === "string" && isAbsolute(folder) && statSync(folder).isDirectory() ? folder : null
  } catch {
    return null
  }
}
