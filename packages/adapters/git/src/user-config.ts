// Owns: what is taken over from the user's own git settings, which git does not see here: who they are and how they treat files.
// Nothing that runs a program is among it.
import { readFile, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { type IgnoreRules, parseIgnoreRules } from "../../files/src/ignore-rules.ts"
import type { Found } from "./find-repository.ts"
import type { Setting } from "./hardening.ts"
import { runGit } from "./run-git.ts"

export type UserConfig = {
  readonly name: string | null
  readonly email: string | null
  /** Used where the repository has no setting of its own. */
  readonly settings: readonly Setting[]
  /** What the user ignores everywhere; git cannot read it from inside the sandbox, where there is no home. */
  readonly ignores: IgnoreRules
}

const takenOver = ["core.excludesfile", "core.autocrlf", "core.eol", "core.safecrlf", "core.precomposeunicode", "core.longpaths"]

const IGNORES_BYTES = 256 * 1024

export type UserConfigOptions = { readonly git: string; readonly home?: string | undefined; readonly signal: AbortSignal }

/** Listing settings starts no program. The repository is named so that the user's `includeIf "gitdir:…"` is heeded; its own are left out. */
export async function readUserConfig(found: Found, { git, home, signal }: UserConfigOptions): Promise<UserConfig> {
  const folder = home ?? homedir()
  const xdg = home === undefined ? process.env.XDG_CONFIG_HOME : undefined
  const configHome = xdg !== undefined && isAbsolute(xdg) ? xdg : join(folder, ".config")
  const listed = await runGit([`--git-dir=${found.gitDir}`, "config", "--global", "--includes", "--list", "-z"], {
    git,
    folder: found.workTree,
    signal,
    variables: { HOME: folder, XDG_CONFIG_HOME: configHome },
    unset: ["GIT_CONFIG_GLOBAL"],
  })
  const values = new Map<string, string>()
  for (const entry of listed.output.toString("utf8").split("\0")) {
    const [key, ...value] = entry.split("\n")
    if (key !== undefined && value.length > 0) values.set(key, value.join("\n"))
  }
  const excludes = values.get("core.excludesfile") ?? join(configHome, "git", "ignore")
  const excludesFile = excludes.replace(/^~(?=\/)/, folder)
  values.set("core.excludesfile", excludesFile)
  return {
    ignores: parseIgnoreRules(await smallText(excludesFile), 0),
    name: plain(values.get("user.name")),
    email: plain(values.get("user.email")),
    settings: takenOver.flatMap((key): Setting[] => (values.has(key) ? [[key, values.get(key) as string]] : [])),
  }
}

async function smallText(path: string): Promise<string> {
  try {
    return (await stat(path)).size <= IGNORES_BYTES ? await readFile(path, "utf8") : ""
  } catch {
    return ""
  }
}

function plain(value: string | undefined): string | null {
  const text = value?.replace(/[\p{Cc}<>]/gu, "").trim() ?? ""
  return text === "" ? null : text
}
