// Owns: finding the entry of a program. One table, put together from one file per family.
import type { Spec } from "../program.ts"
import { buildingPrograms } from "./building.ts"
import { builtinPrograms } from "./builtins.ts"
import { databasePrograms } from "./databases.ts"
import { gitPrograms } from "./git.ts"
import { interpreterPrograms } from "./interpreters.ts"
import { networkPrograms } from "./network.ts"
import { readingPrograms } from "./reading.ts"
import { systemPrograms } from "./system.ts"
import { wrapperPrograms } from "./wrappers.ts"
import { writingPrograms } from "./writing.ts"

const table = new Map<string, Spec>()
for (const family of [
  readingPrograms,
  writingPrograms,
  buildingPrograms,
  gitPrograms,
  networkPrograms,
  systemPrograms,
  interpreterPrograms,
  databasePrograms,
  builtinPrograms,
  wrapperPrograms,
]) {
  for (const [name, spec] of Object.entries(family)) if (!table.has(name)) table.set(name, spec)
}

export function programSpec(name: string): Spec | undefined {
  return table.get(name)
}

/** Programs that run what they are given as input or text. */
const runners = new Set([
  "sh",
  "bash",
  "dash",
  "ash",
  "rbash",
  "zsh",
  "fish",
  "ksh",
  "csh",
  "tcsh",
  "eval",
  "source",
  ".",
  "xargs",
  "python",
  "python2",
  "python3",
  "node",
  "perl",
  "ruby",
  "php",
  "deno",
  "bun",
  "pwsh",
  "lua",
])
const fetchers = new Set([
  "curl",
  "wget",
  "fetch",
  "http",
  "https",
  "xh",
  "aria2c",
  "axel",
  "nc",
  "ncat",
  "netcat",
  "socat",
  "lynx",
  "w3m",
  "ssh",
  "scp",
  "ftp",
  "lftp",
  "gh",
])

export const runsText = (name: string): boolean => runners.has(name)
export const fetchesText = (name: string): boolean => fetchers.has(name)
