// Owns: where a path in a command leads, as far as its spelling tells. What it really is (links, mounts) is the sandbox's to hold.
import { globNamesSecret, type OffLimits, offLimitsName, offLimitsPath } from "../guarded/secrets.ts"
import { type Arg, substituted } from "./words.ts"

/** inside: the project folder. scratch: a place that is nobody's. system: readable by all, written by none. outside: the rest. */
export type Place = "inside" | "scratch" | "system" | "outside" | "unknown"

/** Folders a command may stand in: relative to the project folder, or absolute; null when that is only known when it runs. */
export type Cwds = readonly (string | null)[]

export type Ground = { readonly workspace: string | undefined; readonly cwds: Cwds }

const scratch = /^\/(tmp|var\/tmp|private\/tmp|dev\/(null|stdout|stderr|stdin|tty|zero|full|random|urandom|fd\/[0-9]+))(\/|$)/
const system = /^\/(usr|bin|sbin|lib|lib64|opt|etc|nix|proc|sys|dev|Library|System|Applications)(\/|$)/

export function placeOf(arg: Arg, ground: Ground): Place {
  if (arg.value === substituted) return "scratch"
  const value = fromVariables(arg.value)
  if (arg.dynamic && (value === arg.value || value.includes("$") || value.includes("`"))) return literalStart(value, ground)
  return strictestPlace(ground.cwds.map((cwd) => placeFrom(value, cwd, ground.workspace)))
}

/** $HOME and $PWD are known well enough to be judged; other variables are not. */
function fromVariables(value: string): string {
  return value.replace(/^\$(HOME|\{HOME\})(?=\/|$)/, "~").replace(/^\$(PWD|\{PWD\})(?=\/|$)/, ".")
}

/** Of a dynamic path the literal beginning can already lead out. */
function literalStart(value: string, ground: Ground): Place {
  const start = /^[^$`*?[{]*/.exec(value)?.[0] ?? ""
  if (/^(~|\/)/.test(start)) {
    const place = placeFrom(start, "", ground.workspace)
    return place === "inside" || place === "scratch" ? "unknown" : place
  }
  return "unknown"
}

function placeFrom(value: string, cwd: string | null, workspace: string | undefined): Place {
  if (value.startsWith("~") || /^[A-Za-z]:[\\/]/.test(value) || value.startsWith("\\\\")) return "outside"
  const absolute = value.startsWith("/") ? value : cwd?.startsWith("/") ? `${cwd}/${value}` : null
  if (absolute === null) {
    if (cwd === null) return value.split("/").includes("..") ? "outside" : "unknown"
    return normal(joined(cwd, value)) === null ? "outside" : "inside"
  }
  const path = `/${normal(absolute) ?? ""}`
  if (workspace !== undefined) {
    const root = `/${normal(workspace) ?? ""}`
    if (root !== "/" && (path === root || path.startsWith(`${root}/`))) return "inside"
  }
  if (scratch.test(path)) return "scratch"
  return system.test(path) ? "system" : "outside"
}

const order: readonly Place[] = ["inside", "scratch", "system", "unknown", "outside"]

function strictestPlace(places: readonly Place[]): Place {
  return places.reduce((worst, place) => (order.indexOf(place) > order.indexOf(worst) ? place : worst), "inside")
}

/** The project folder itself is "": putting a slash behind it would make the path absolute. */
function joined(cwd: string, value: string): string {
  return cwd === "" ? value : `${cwd}/${value}`
}

/** Without `.`, `..` and doubled slashes; null when it climbs above its start. An absolute path cannot: `/..` is `/`. */
export function normal(path: string): string | null {
  const out: string[] = []
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue
    if (segment !== "..") out.push(segment)
    else if (out.length > 0) out.pop()
    else if (!path.startsWith("/")) return null
  }
  return out.join("/")
}

/** However it is spelled: `//dev/./stdin`. */
export function isInput(path: string): boolean {
  return path.startsWith("/") && /^(dev\/(stdin|fd\/)|proc\/[^/]+\/(task\/[^/]+\/)?fd\/)/.test(normal(path) ?? "")
}

/** Where `cd` to this leads from each place. */
export function moved(cwds: Cwds, target: Arg | undefined): Cwds {
  if (!target) return ["/home"]
  const value = fromVariables(target.value)
  if (value.startsWith("~")) return ["/home"]
  if (target.dynamic || target.glob || value === "-") return [null]
  if (value.startsWith("/")) return [`/${normal(value) ?? ""}`]
  return cwds.map((cwd) => {
    if (cwd === null) return null
    if (cwd.startsWith("/")) return `/${normal(`${cwd}/${value}`) ?? ""}`
    return normal(joined(cwd, value)) ?? "/outside"
  })
}

/** The first part of a word that names something nobody may touch. Words are taken apart at what glues a path to an option. */
export function forbiddenName(arg: Arg, ground: Ground): (OffLimits & { readonly part: string }) | null {
  const value = arg.value
  const isAway = ground.cwds.some((cwd) => cwd?.startsWith("/"))
  if (!isAway && !/[./~]|id_|cred|secret/i.test(value)) return null
  const isCode = /[\s"'();<>|]/.test(value)
  const parts = value.length > 4_000 ? value.slice(0, 4_000).split(/[\s"'`()=:,@;<>|]+/) : value.split(/[\s"'`()=:,@;<>|]+/)
  for (const part of parts) {
    const found = part === "" ? null : offLimitsPart(part, arg, ground, isCode)
    if (found) return { ...found, part }
  }
  // `-I.ssh`, `-f.env`: a value stuck to a short option.
  const stuck = /^-[A-Za-z]([.~/].*)$/.exec(value)?.[1]
  const found = stuck ? offLimitsPart(stuck, arg, ground, isCode) : null
  return found && stuck ? { ...found, part: stuck } : null
}

function offLimitsPart(part: string, arg: Arg, ground: Ground, isCode: boolean): OffLimits | null {
  const path = fromVariables(part).replaceAll("\\", "")
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
  // In code `user.key` is a property and `.env` may be one: only a name that stands like a file counts.
  if (isCode && segments.length === 1 && /^[\w$]+\.(key|env)$/.test(segments[0] ?? "")) return null
  const named = offLimitsName(segments)
  if (named) return named
  if (arg.glob && segments.some((segment) => /[*?[]/.test(segment) && globNamesSecret(segment))) {
    return { rule: "secret", because: "the pattern is aimed at files that hold secrets" }
  }
  for (const cwd of ground.cwds) {
    const absolute = path.startsWith("/") ? path : cwd?.startsWith("/") ? `${cwd}/${path}` : null
    const found = absolute === null ? null : offLimitsPath(`/${normal(absolute) ?? ""}`)
    if (found) return found
    // `/proc/self/root/etc/shadow`: judged before `..` is taken away as well, since a link may be on the way.
    const raw = absolute === null ? null : offLimitsPath(absolute.replace(/\/(\.?\/)+/g, "/"))
    if (raw) return raw
  }
  return null
}
