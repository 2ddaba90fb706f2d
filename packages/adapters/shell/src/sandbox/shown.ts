// Owns: what of the machine a confined program sees: programs and libraries, never data. An allow-list: a new secret in /etc or in the
// home stays unseen until somebody adds it here.
import { existsSync, readlinkSync, statSync } from "node:fs"
import { basename, dirname, isAbsolute, join, normalize } from "node:path"
import { isInside, kindOf, outermost, realPlace } from "./places.ts"

export type Shown = {
  /** Read-only. */
  readonly places: readonly string[]
  /** /bin → usr/bin on merged systems. */
  readonly links: readonly { readonly at: string; readonly to: string }[]
  /** Where commands are looked for, in order; never a relative path, never the project (a planted `git` must not run). */
  readonly searched: readonly { readonly folder: string; readonly real: string }[]
  /** What tools outside their usual place need to find themselves. */
  readonly env: Readonly<Record<string, string>>
}

const systemRoots = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"]
const systemPath = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]

// /etc/shadow, sudoers, ssh host keys, ssl/private, VPN and mail passwords are all missing from this list.
const etc = [
  "alternatives",
  "bash_completion.d",
  "ca-certificates",
  "ca-certificates.conf",
  "crypto-policies",
  "debian_version",
  "default/locale",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "inputrc",
  "java",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "locale.conf",
  "locale.gen",
  "localtime",
  "lsb-release",
  "magic",
  "magic.mime",
  "mailcap",
  "mime.types",
  "networks",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust/extracted",
  "pki/tls/cert.pem",
  "pki/tls/certs",
  "protocols",
  "resolv.conf",
  "rpc",
  "services",
  "shells",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "timezone",
  "xattr.conf",
  "xml",
]

/** Where version managers keep programs inside a home. Each row was looked at: none holds credentials. */
const homeTools: readonly { readonly place: string; readonly env?: string }[] = [
  { place: ".nvm/versions" },
  { place: ".fnm/node-versions" },
  { place: ".local/share/fnm/node-versions" },
  { place: ".volta/bin" },
  { place: ".volta/tools" },
  { place: ".asdf/bin" },
  { place: ".asdf/lib" },
  { place: ".asdf/shims" },
  { place: ".asdf/installs" },
  { place: ".asdf/plugins" },
  { place: ".local/share/mise/installs" },
  { place: ".local/share/mise/shims" },
  { place: ".local/share/pnpm" },
  { place: ".local/share/uv/python" },
  { place: ".local/bin" },
  { place: ".bun/bin" },
  { place: ".deno/bin" },
  { place: ".pyenv", env: "PYENV_ROOT" },
  { place: ".rbenv", env: "RBENV_ROOT" },
  { place: ".rustup", env: "RUSTUP_HOME" },
  { place: ".cargo/bin" },
  { place: ".sdkman/candidates" },
  { place: ".dotnet" },
  { place: "go/bin" },
]

const programFolders = new Set(["bin", "sbin", "shims"])
/** What a program in `bin` expects beside it. */
const besideBin = ["lib", "lib64", "libexec", "share"]

export function shownSystem(home: string, path: string | undefined): Shown {
  const links = systemRoots.filter((root) => kindOf(root) === "link").map((at) => ({ at, to: readlinkSync(at) }))
  const roots = systemRoots.filter((root) => kindOf(root) === "folder")
  const tools = homeTools.filter(({ place }) => kindOf(join(home, place)) === "folder")
  const own = [
    ...roots,
    ...etc.map((entry) => join("/etc", entry)).filter(existsSync),
    ...tools.map(({ place }) => join(home, place)),
  ]
  const asked = (path ?? "").split(":").filter((folder) => isAbsolute(folder) && isProgramFolder(folder, home))
  const elsewhere = outermost(asked.flatMap(withNeighbours)).filter((folder) => !own.some((root) => isInside(root, folder)))
  const places = [...own, ...elsewhere]
  const isShown = (folder: string) => places.some((root) => isInside(root, realPlace(folder) ?? folder))
  const env = Object.fromEntries(tools.flatMap((tool) => (tool.env === undefined ? [] : [[tool.env, join(home, tool.place)]])))
  const searched = [...new Set([...asked.filter(isShown), ...systemPath.filter(existsSync)])]
  return { places, links, searched: searched.map((folder) => ({ folder, real: realPlace(folder) ?? folder })), env }
}

/** The same, for one project: nothing is looked for where the project, or what it hides, could have put it. */
export function searchPath(shown: Shown, never: readonly string[]): string {
  const allowed = shown.searched.filter(({ real }) => !never.some((place) => isInside(place, real)))
  return allowed.map(({ folder }) => folder).join(":")
}

/** First match in absolute folders only. */
export function findProgram(name: string, folders: readonly string[] = systemPath): string | null {
  for (const folder of folders) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && (stats.mode & 0o111) !== 0) return path
  }
  return null
}

function isProgramFolder(folder: string, home: string): boolean {
  // npm puts its project's own programs on the PATH of what it starts, the app included.
  if (normalize(folder).split("/").includes("node_modules")) return false
  const real = realPlace(folder)
  const stats = real === null ? undefined : statSync(real, { throwIfNoEntry: false })
  if (real === null || !stats?.isDirectory() || real === "/" || isInside(real, home)) return false
  // Anybody could have put a program there.
  if ((stats.mode & 0o002) !== 0) return false
  return programFolders.has(basename(real)) || !isInside(home, real)
}

function withNeighbours(folder: string): string[] {
  if (!programFolders.has(basename(folder))) return [folder]
  return [folder, ...besideBin.map((name) => join(dirname(folder), name)).filter(existsSync)]
}
