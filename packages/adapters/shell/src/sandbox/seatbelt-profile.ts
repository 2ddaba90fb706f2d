// Owns: the same walls in the language of macOS's Seatbelt. The last rule that fits decides, so what must never be reached comes last.
import type { Confinement } from "@kibitz/contract"
import { isInside, onTheWay } from "./places.ts"

export type SeatbeltPlaces = {
  readonly workspace: string
  /** The program's own home and temporary folder. */
  readonly scratch: string
  readonly home: string
  /** Programs and libraries, readable. */
  readonly shown: readonly string[]
  /** Repositories and folders in them: writable as the project is, but not to be renamed away and replaced. */
  readonly writable: readonly string[]
  /** Written by nobody, even inside the project. */
  readonly readOnly: readonly string[]
  /** The same, and the folders they lie in cannot be renamed: under another name no rule would fit any more. */
  readonly guarded: readonly string[]
  /** Not even readable, whatever else is said; a workspace inside such a place is, and nothing around it. */
  readonly hidden: readonly string[]
}

const systemFolders = ["/System", "/usr", "/bin", "/sbin", "/opt", "/dev", "/Library/Developer", "/Library/Frameworks"]
const systemData = ["/private/etc/ssl", "/private/var/db/dyld", "/private/var/db/timezone", "/private/var/select"]
const systemFiles = [
  "/",
  "/private/etc/group",
  "/private/etc/hosts",
  "/private/etc/localtime",
  "/private/etc/passwd",
  "/private/etc/protocols",
  "/private/etc/resolv.conf",
  "/private/etc/services",
  "/private/etc/shells",
]
const devices = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"]
const services = ["com.apple.system.opendirectoryd.libinfo", "com.apple.system.notification_center"]
const networkServices = [
  "com.apple.SystemConfiguration.DNSConfiguration",
  "com.apple.SystemConfiguration.configd",
  "com.apple.trustd.agent",
]

export function seatbeltProfile(places: SeatbeltPlaces, { write, network }: Confinement): string {
  const { workspace, scratch, home, shown, writable, readOnly, guarded, hidden } = places
  const homeTools = shown.filter((place) => isInside(home, place))
  const ours = [workspace, ...writable]
  // A worktree lies inside the app's data: what surrounds it is closed first, so that the worktree alone can be opened again.
  const [around, within] = [true, false].map((isAround) => hidden.filter((place) => isInside(place, workspace) === isAround))
  const lines = [
    "(version 1)",
    "(deny default)",
    "(allow process-exec)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow pseudo-tty)",
    "(allow file-read-metadata)",
    rule("allow file-read*", [...subpaths(systemFolders), ...subpaths(systemData), ...literals(systemFiles), ...subpaths(shown)]),
    rule("allow file-write*", literals(devices)),
    rule("allow file-ioctl", literals(devices)),
    rule("allow mach-lookup", names(network ? [...services, ...networkServices] : services)),
    ...(network ? networkRules : ["(deny network*)"]),
    rule("deny file-read* file-write*", subpaths([home, ...(around ?? [])])),
    // A program that may not even look at the folders above its own cannot find out where it is.
    rule("allow file-read-metadata", literals(onTheWay(home, [...homeTools, ...ours]))),
    rule("allow file-read*", subpaths([...homeTools, ...ours, scratch])),
    rule("allow file-write*", subpaths(write ? [...ours, scratch] : [scratch])),
    rule("deny file-write-unlink", literals([...writable, ...onTheWay(workspace, guarded)])),
    rule("deny file-write*", subpaths([...readOnly, ...guarded])),
    rule("deny file-read* file-write*", subpaths(within ?? [])),
  ]
  return `${lines.filter((line) => line !== null).join("\n")}\n`
}

/** Unix sockets are not among them: Docker's and the agent's of ssh lead out of every wall (T31). */
const networkRules = [
  "(allow system-socket)",
  "(allow network-outbound (remote ip))",
  "(allow network-bind (local ip))",
  "(allow network-inbound (local ip))",
  '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
]

/** null without filters: `(allow file-read*)` alone would mean everything. */
function rule(action: string, filters: readonly string[]): string | null {
  return filters.length === 0 ? null : `(${action} ${filters.join(" ")})`
}

function subpaths(places: readonly string[]): string[] {
  return places.map((place) => `(subpath ${quoted(place)})`)
}

function literals(places: readonly string[]): string[] {
  return places.map((place) => `(literal ${quoted(place)})`)
}

function names(all: readonly string[]): string[] {
  return all.map((name) => `(global-name ${quoted(name)})`)
}

/** A folder named `") (allow default` must stay a folder. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a profile is one text, and a line break in a name must not end a rule
  if (/[\x00-\x1f\x7f]/.test(text)) throw new Error("A folder whose name holds control characters cannot be confined.")
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
}
