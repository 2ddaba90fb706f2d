// Owns: Electron's own download: whether its site can be reached, remembering for a while that it cannot, and fetching from it.
// Does not own what is used instead (electron.ts).
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type CommandResult, command } from "./command.mjs"
import { root } from "./paths.mjs"
import { SetupFailure, step } from "./progress.mjs"

export type Site = {
  env: NodeJS.ProcessEnv
  version: string
  /** Where it is remembered that Electron's own site could not be reached. */
  memory: string
  /** Whether that memory may be trusted: never where there would be nothing else to use. */
  mayRecall: boolean
  /** Answers the status; rejects when there is no answer. */
  probe: (url: string) => Promise<number>
  download: (env: Record<string, string>) => Promise<CommandResult>
}

const official = "https://github.com/electron/electron/releases/download/"
const downloadLimitMs = 10 * 60_000
const probeLimitMs = 10_000
const hour = 60 * 60_000

export const probeSite: Site["probe"] = async (url) =>
  (await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(probeLimitMs) })).status

export const runInstaller: Site["download"] = (env) =>
  command(process.execPath, [join(root, "node_modules", "electron", "install.js")], {
    quiet: true,
    own: true,
    limitMs: downloadLimitMs,
    env,
  })

/** Tries Electron's own download. Answers why it did not work, or an empty text when it did. */
export async function downloadOfficial(site: Site): Promise<string> {
  const unreachable = await whyUnreachable(site)
  if (unreachable !== "") return unreachable
  const { code, output, timedOut } = await step(`downloading Electron ${site.version}`, () =>
    site.download(proxyOf(site.env) ? { ELECTRON_GET_USE_PROXY: "1" } : {}),
  )
  if (code === 0) return ""
  if (timedOut) return `the download did not finish within ${downloadLimitMs / 60_000} minutes`
  return output.trim().split("\n")[0] || `the download ended with code ${code}`
}

async function whyUnreachable({ env, version, memory, mayRecall, probe }: Site): Promise<string> {
  const mirror = mirrorOf(env)
  // Behind a proxy only Electron's downloader knows the way; its own time limit applies.
  if (proxyOf(env)) return ""
  // The memory is of the official site: whoever has set a mirror since then wants it to be asked.
  const remembered = mayRecall && mirror === undefined ? recall(memory) : undefined
  if (remembered !== undefined) return remembered
  const base = mirror ?? official
  const refused = await probe(`${base}v${version}/SHASUMS256.txt`).then(
    (status) => (status >= 200 && status < 300 ? "" : `${new URL(base).host} answers ${status}`),
    (error: unknown) => `${new URL(base).host} cannot be reached (${codeOf(error) ?? "no answer"})`,
  )
  if (refused !== "" && mirror === undefined) remember(memory, refused)
  return refused
}

function proxyOf(env: NodeJS.ProcessEnv): string | undefined {
  return env.HTTPS_PROXY || env.https_proxy || undefined
}

function mirrorOf(env: NodeJS.ProcessEnv): string | undefined {
  const mirror = env.ELECTRON_MIRROR || env.npm_config_electron_mirror || undefined
  if (mirror === undefined || /^https?:$/.test(URL.parse(mirror)?.protocol ?? "")) return mirror
  throw new SetupFailure(
    `ELECTRON_MIRROR is ${mirror}, which is no web address`,
    `set it to one that ends with a slash, as ${official} does, or unset it.`,
  )
}

/** Without this memory every start on a machine cut off from the site would wait for it again. */
function recall(memory: string): string | undefined {
  try {
    if (Date.now() - statSync(memory).mtimeMs > hour) return undefined
    return JSON.parse(readFileSync(memory, "utf8")).reason
  } catch {
    return undefined
  }
}

function remember(memory: string, reason: string): void {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify({ reason }))
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined
}
