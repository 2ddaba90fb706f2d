// Owns: the sandbox of macOS: sandbox-exec with a generated profile. No namespaces there: what is hidden is refused, not absent, and
// what a program leaves behind is ended by the runner, which knows its process group.
import { mkdirSync, realpathSync } from "node:fs"
import { homedir, tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import type { Sandbox, SandboxedCommand, WrappedCommand } from "@kibitz/ports"
import { gitPlaces } from "./git-places.ts"
import { outermost, realPlace } from "./places.ts"
import { probeWalls } from "./probe.ts"
import { guardedPlaces, projectPlacesFinder } from "./project-places.ts"
import { seatbeltProfile } from "./seatbelt-profile.ts"
import { secretPlaces } from "./secret-places.ts"
import { searchPath, shownSystem } from "./shown.ts"

const sandboxExec = "/usr/bin/sandbox-exec"

export function seatbeltSandbox(): Sandbox {
  const home = homedir()
  const shown = shownSystem(home, process.env.PATH)
  const projectPlaces = projectPlacesFinder()
  let isOff = false

  const wrap = (command: SandboxedCommand): WrappedCommand => {
    const workspace = realPlace(command.workspace)
    if (workspace === null) throw new Error("The project folder is not there any more.")
    const scratch = ownScratch()
    const found = projectPlaces(workspace)
    const hidden = outermost([...command.hidden, ...found.secrets, ...secretPlaces(home)])
    const guarded = guardedPlaces(workspace, found, command.confinement)
    const git = gitPlaces(workspace, command.confinement.write)
    const places = { workspace, scratch, home, shown: shown.places, ...git, guarded, hidden }
    const variables = { ...shown.env, HOME: scratch, TMPDIR: scratch, PATH: searchPath(shown, [workspace, ...hidden]) }
    const env = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const profile = seatbeltProfile(places, command.confinement)
    return { file: sandboxExec, args: ["-p", profile, "/usr/bin/env", ...env, command.file, ...command.args] }
  }

  return {
    async probe(signal) {
      const problem = await probeWalls(wrap, signal)
      isOff = problem !== null
      return isOff
        ? {
            state: "off",
            name: "seatbelt",
            because: problem ?? "",
            remedy: "Seatbelt is a part of macOS: tell us about this, with the version of macOS",
          }
        : { state: "on", name: "seatbelt", because: "a probe ran inside and every wall held", remedy: "" }
    },
    wrap: (command) => (isOff ? null : wrap(command)),
  }
}

/** There are no private mounts on macOS: this is a folder of ours in the temporary folder of the user. */
function ownScratch(): string {
  const folder = join(tmpdir(), `kibitz-scratch-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return realpathSync.native(folder)
}
