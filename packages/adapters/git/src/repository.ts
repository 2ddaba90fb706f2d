// Owns: a repository made ready for use: found, its settings listed over all scopes, every driver among them disarmed. A change of the
// settings after that is noticed before git is started again (G3).
import { lstatSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Sandbox } from "@kibitz/ports"
import { type IgnoreRules, isIgnored } from "../../files/src/ignore-rules.ts"
import type { Found } from "./find-repository.ts"
import { disarm, type Setting } from "./hardening.ts"
import { type GitEnd, type GitOptions, runGit } from "./run-git.ts"
import type { UserConfig } from "./user-config.ts"

export type Run = (args: readonly string[], options?: RunOptions) => Promise<GitEnd>
type RunOptions = Pick<GitOptions, "input" | "writes" | "limitMs" | "outputBytes" | "variables">

export type Repository = Found & {
  readonly run: Run
  /** Whether the user ignores a new file wherever it is, and git could not know. */
  isIgnoredByUser(path: string): boolean
}
export type NotOpened = { readonly ok: false; readonly because: string }

export type Opening = {
  readonly git: string
  readonly user: UserConfig
  readonly signal: AbortSignal
  readonly sandbox?: Sandbox | undefined
  readonly hidden?: readonly string[]
}

export async function openRepository(found: Found, opening: Opening): Promise<Repository | NotOpened> {
  const base = { git: opening.git, folder: found.workTree, signal: opening.signal }
  const place = [`--git-dir=${found.gitDir}`, `--work-tree=${found.workTree}`]
  const before = fingerprint(found, [])
  const listed = await runGit([...place, "config", "--list", "--includes", "--show-origin", "-z"], base)
  if (listed.exitCode !== 0) return { ok: false, because: `The repository's settings cannot be read: ${whyEnded(listed)}` }
  const entries = parseListing(listed.output.toString("utf8"))
  if (fingerprint(found, []) !== before) return changed
  const origins = [...new Set(entries.map((entry) => entry.origin))]
  const known = fingerprint(found, origins)
  const keys = entries.map((entry) => entry.key)
  const own = new Set(keys)
  const settings: Setting[] = [...opening.user.settings.filter(([key]) => !own.has(key.toLowerCase())), ...disarm(keys)]
  return {
    ...found,
    isIgnoredByUser: (path) => opening.sandbox !== undefined && isIgnoredByUser(opening.user.ignores, path),
    run(args, options = {}) {
      if (fingerprint(found, origins) !== known) {
        return Promise.resolve({ output: Buffer.alloc(0), error: changed.because, exitCode: null, ended: "not-started" })
      }
      const { sandbox, hidden = [] } = opening
      return runGit([...place, ...args], { ...base, settings, hidden, ...options, ...(sandbox === undefined ? {} : { sandbox }) })
    },
  }
}

function isIgnoredByUser(rules: IgnoreRules, path: string): boolean {
  const segments = path.split("/").filter((name) => name !== "")
  return segments.some((_, n) => isIgnored([rules], segments.slice(0, n + 1), n < segments.length - 1 || path.endsWith("/")))
}

const changed: NotOpened = { ok: false, because: "The repository's settings are being changed at this moment. Try again." }

type Entry = { readonly origin: string; readonly key: string }

/** With -z: origin NUL key, a line break and the value unless there is none, NUL. */
function parseListing(listing: string): Entry[] {
  const fields = listing.split("\0")
  const entries: Entry[] = []
  for (let n = 0; n + 1 < fields.length; n += 2) {
    entries.push({ origin: fields[n] as string, key: (fields[n + 1] as string).split("\n", 1)[0] as string })
  }
  return entries
}

/** Of every file that settings were read from, and of those that git would read if they appeared. */
function fingerprint(found: Found, origins: readonly string[]): string {
  const named = origins.filter((origin) => origin.startsWith("file:")).map((origin) => resolve(found.workTree, origin.slice(5)))
  const always = [join(found.gitDir, "config"), join(found.commonDir, "config"), join(found.gitDir, "config.worktree")]
  return [...new Set([...always, ...named])].map(stateOf).join("\n")
}

function stateOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
    return [path, dev, ino, size, mtimeNs, ctimeNs].join(" ")
  } catch {
    return `${path} is not there`
  }
}

/** A sentence about a run that did not end well. */
export function whyEnded(end: GitEnd): string {
  switch (end.ended) {
    case "stopped":
      return "it was stopped."
    case "too-long":
      return "git took too long and was ended."
    case "too-much":
      return "git had more to say than is read here."
    case "not-started":
      return end.error
    default: {
      const said = end.error.split("\n").slice(0, 5).join(" ").slice(0, 500)
      return said === "" ? `git ended with ${end.exitCode}.` : said
    }
  }
}
