// Owns: the walls, written down as arguments of bubblewrap. The order matters: a later mount covers an earlier one.
import type { SandboxedCommand } from "@kibitz/ports"
import { gitPlaces } from "./git-places.ts"
import { isInside, kindOf, outermost, realPlace } from "./places.ts"
import { guardedPlaces, type ProjectPlaces } from "./project-places.ts"
import { type Shown, searchPath } from "./shown.ts"

/** What the installed bubblewrap and kernel can do beyond the oldest ones we support. */
export type Ability = {
  /** False only for root on a kernel without user namespaces. */
  readonly userNamespace: boolean
  /** 0.8.0: the program cannot open a user namespace of its own, and with it much of the kernel. */
  readonly disableUserns: boolean
  /** 0.7.0: a limit for what is written to memory. */
  readonly size: boolean
}

export type Walls = {
  readonly ability: Ability
  readonly shown: Shown
  readonly fixed: readonly Mount[]
  /** The user's home as it really is; null when there is none. Not shown, and covered where something that is shown contains it. */
  readonly home: string | null
  /** Secrets that stay covered even when the home itself is the project. */
  readonly secrets: readonly string[]
  /** Those of them that something shown to every command contains. */
  readonly shownSecrets: readonly string[]
  /** Files inside the project that hold nothing but a secret, and those that tell programs or agents what to do. */
  readonly projectPlaces: (workspace: string) => ProjectPlaces
  /** How much may be written to the private /tmp and /dev/shm. */
  readonly scratchBytes: number
}

export const scratchHome = "/tmp/home"

/** Folders that cannot be a project, nor be inside one: confining a program to them would show it everything. */
const partsOfTheSystem = ["/bin", "/boot", "/dev", "/etc", "/lib", "/proc", "/run", "/sbin", "/sys", "/tmp", "/usr", "/var"]

export function bubblewrapArguments(walls: Walls, command: SandboxedCommand): string[] {
  const workspace = realPlace(command.workspace)
  if (workspace === null || kindOf(workspace) !== "folder") throw new Error("The project folder is not there any more.")
  const found = walls.projectPlaces(workspace)
  const hidden = outermost([
    ...command.hidden,
    ...found.secrets,
    ...walls.shownSecrets,
    ...walls.secrets.filter((secret) => isInside(workspace, secret)),
  ])
  refuseWorkspace(workspace, hidden)
  const { write, network } = command.confinement
  const guarded = guardedPlaces(workspace, found, command.confinement)
  const mounts = mountsFor(walls, workspace, hidden, guarded, write)
  return [
    ...namespaces(walls.ability, network),
    ...ownFolders(walls),
    ...walls.shown.links.flatMap(({ at, to }) => ["--symlink", to, at]),
    ...mounts.flatMap(mountArguments),
    // Last, because a mount point that does not exist yet is made in what it covers.
    ...mounts.flatMap(({ how, place }) => (how === "empty" ? ["--remount-ro", place] : [])),
    "--remount-ro",
    "/",
    "--chdir",
    workspace,
    ...environment(walls.shown, [workspace, ...hidden]),
    "--",
    command.file,
    ...command.args,
  ]
}

type How = "write" | "read" | "read if there" | "empty" | "no file"
export type Mount = { readonly place: string; readonly how: How; readonly depth: number }

/** The deeper place decides: a secret inside the project is covered, a project inside the app's data is shown. */
function mountsFor(
  walls: Walls,
  workspace: string,
  hidden: readonly string[],
  guarded: readonly string[],
  write: boolean,
): Mount[] {
  const git = gitPlaces(workspace, write)
  const shown = [...walls.shown.places, workspace, ...git.writable, ...git.readOnly]
  const { home } = walls
  const unseen = [...hidden, ...(home === null || home === workspace ? [] : [home])]
  // What lies in nothing that is shown, or in something that is covered anyway, needs no cover of its own.
  const covered = unseen.filter((place) => shown.includes(nearestAround(place, [...unseen, ...shown])))
  const mounts = [
    ...walls.fixed,
    mount(workspace, write ? "write" : "read"),
    ...git.writable.map((place) => mount(place, "write")),
    ...git.readOnly.map((place) => mount(place, "read")),
    // What is hidden as well must not be shown again by this.
    ...guarded.filter((place) => !hidden.some((cover) => isInside(cover, place))).map((place) => mount(place, "read if there")),
    ...covered.map((place) => mount(place, kindOf(place) === "folder" ? "empty" : "no file")),
  ]
  return mounts.sort((a, b) => a.depth - b.depth)
}

/** What is the same for every command. */
export function fixedMounts(shown: Shown): Mount[] {
  return shown.places.map((place) => mount(place, "read if there"))
}

function mount(place: string, how: How): Mount {
  return { place, how, depth: place.split("/").length }
}

function mountArguments({ place, how }: Mount): string[] {
  switch (how) {
    case "write":
      return ["--bind", place, place]
    case "read":
      return ["--ro-bind", place, place]
    case "read if there":
      return ["--ro-bind-try", place, place]
    case "empty":
      return ["--tmpfs", place]
    case "no file":
      return ["--ro-bind", "/dev/null", place]
  }
}

function nearestAround(place: string, places: readonly string[]): string {
  const around = places.filter((other) => other !== place && isInside(other, place))
  return around.reduce((nearest, other) => (other.length > nearest.length ? other : nearest), "")
}

function namespaces(ability: Ability, network: boolean): string[] {
  return [
    "--die-with-parent",
    "--new-session",
    ...(ability.userNamespace ? ["--unshare-user"] : []),
    ...(ability.userNamespace && ability.disableUserns ? ["--disable-userns"] : []),
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    ...(network ? [] : ["--unshare-net"]),
    "--hostname",
    "sandbox",
    "--cap-drop",
    "ALL",
  ]
}

function ownFolders({ ability, scratchBytes }: Walls): string[] {
  const size = ability.size ? ["--size", String(scratchBytes)] : []
  const shm = [...size, "--tmpfs", "/dev/shm"]
  const tmp = [...size, "--tmpfs", "/tmp", "--dir", scratchHome, "--symlink", "/tmp", "/var/tmp"]
  return ["--proc", "/proc", "--dev", "/dev", ...shm, "--remount-ro", "/dev", ...tmp]
}

function environment(shown: Shown, never: readonly string[]): string[] {
  const variables = { ...shown.env, HOME: scratchHome, TMPDIR: "/tmp", PATH: searchPath(shown, never) }
  return Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value])
}

function refuseWorkspace(workspace: string, hidden: readonly string[]): void {
  const refuse = (because: string) => {
    throw new Error(`Commands cannot be confined to ${workspace}: it is, or contains, ${because}. Open a folder of your own.`)
  }
  if (partsOfTheSystem.some((place) => isInside(workspace, place))) refuse("a part of the system")
  if (["/dev", "/proc", "/sys"].some((place) => isInside(place, workspace))) refuse("a part of the system")
  if (hidden.includes(workspace)) refuse("what Kibitz keeps from programs")
}
