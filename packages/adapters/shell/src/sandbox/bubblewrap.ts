// Owns: the sandbox of Linux. Finds bubblewrap once, learns by running it what it can do here, and wraps commands from then on.
import { spawnSync } from "node:child_process"
import { homedir, totalmem } from "node:os"
import type { SandboxStatus } from "@kibitz/contract"
import type { Sandbox, SandboxedCommand } from "@kibitz/ports"
import { type Ability, bubblewrapArguments, fixedMounts, type Walls } from "./bubblewrap-arguments.ts"
import { isInside, realPlace } from "./places.ts"
import { probeWalls } from "./probe.ts"
import { projectPlacesFinder } from "./project-places.ts"
import { remedyForNamespaces } from "./remedy.ts"
import { secretPlaces } from "./secret-places.ts"
import { findProgram, shownSystem } from "./shown.ts"

export type BubblewrapOptions = {
  readonly home?: string
  readonly path?: string | undefined
  /** Absolute; looked for in the system's folders when left out. */
  readonly bubblewrap?: string | null
}

const GIB = 2 ** 30

export function bubblewrapSandbox(options: BubblewrapOptions = {}): Sandbox {
  const file = options.bubblewrap === undefined ? findProgram("bwrap") : options.bubblewrap
  const home = options.home ?? homedir()
  const shown = shownSystem(home, options.path ?? process.env.PATH)
  const secrets = [...new Set(secretPlaces(home).flatMap((place) => [place, realPlace(place) ?? place]))]
  const fixed = {
    shown,
    fixed: fixedMounts(shown),
    home: realPlace(home),
    secrets,
    shownSecrets: secrets.filter((secret) => shown.places.some((place) => isInside(place, secret))),
    projectPlaces: projectPlacesFinder(),
    scratchBytes: Math.min(2 * GIB, Math.floor(totalmem() / 8)),
  }
  let ability: Ability | null = null
  let isOff = file === null

  const wrapWith = (walls: Walls, command: SandboxedCommand) => {
    return { file: file ?? "", args: bubblewrapArguments(walls, command) }
  }

  return {
    async probe(signal): Promise<SandboxStatus> {
      isOff = true
      if (file === null) return off("bubblewrap", "bubblewrap is not installed", "install bubblewrap: apt install bubblewrap")
      const version = versionOf(file)
      if (version === null) return off("bubblewrap", `${file} does not start`, "install bubblewrap anew: apt install bubblewrap")
      const name = `bubblewrap ${version.join(".")}`
      let because = ""
      for (const candidate of abilities(version)) {
        const walls = { ...fixed, ability: candidate }
        const problem = await probeWalls((command) => wrapWith(walls, command), signal)
        if (problem === null) {
          ability = candidate
          isOff = false
          return { state: "on", name, because: "a probe ran inside and every wall held", remedy: "" }
        }
        because ||= problem
      }
      return off(name, because, remedyForNamespaces())
    },
    wrap(command) {
      if (isOff || file === null) return null
      ability ??= abilities(versionOf(file) ?? [0])[0] ?? null
      return ability === null ? null : wrapWith({ ...fixed, ability }, command)
    },
  }
}

/** Best first; the first that holds is used. */
function abilities(version: readonly number[]): Ability[] {
  const size = isAtLeast(version, [0, 7, 0])
  const disableUserns = isAtLeast(version, [0, 8, 0])
  const namespaced = { userNamespace: true, disableUserns, size }
  // Where nested namespaces cannot be forbidden (some containers), the walls themselves still stand.
  const all = disableUserns ? [namespaced, { ...namespaced, disableUserns: false }] : [namespaced]
  return process.getuid?.() === 0 ? [...all, { userNamespace: false, disableUserns: false, size }] : all
}

function versionOf(file: string): readonly number[] | null {
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8", env: {}, timeout: 5_000 })
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(stdout ?? "")
  return found === null ? null : found.slice(1).map(Number)
}

function isAtLeast(version: readonly number[], wanted: readonly number[]): boolean {
  for (const [index, part] of wanted.entries()) {
    const have = version[index] ?? 0
    if (have !== part) return have > part
  }
  return true
}

function off(name: string, because: string, remedy: string): SandboxStatus {
  return { state: "off", name, because, remedy }
}
