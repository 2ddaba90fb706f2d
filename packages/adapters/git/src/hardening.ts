// Owns: the settings and the environment under which git runs nothing that a repository has configured (G1–G8). Given through the
// environment, where they outrank every file and count as the user's own word.

export type Setting = readonly [key: string, value: string]

/** A path that holds nothing, for settings that want one. */
const nothing = process.platform === "win32" ? "NUL" : "/dev/null"

const settings: readonly Setting[] = [
  // Programs that git starts by itself.
  ["core.fsmonitor", "false"],
  ["core.hooksPath", nothing],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["sequence.editor", "false"],
  ["core.sshCommand", "false"],
  ["core.askPass", ""],
  ["core.gitProxy", ""],
  ["core.alternateRefsCommand", ""],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["gpg.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.x509.program", "false"],
  ["commit.gpgSign", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // Other repositories and the network.
  ["safe.bareRepository", "explicit"],
  ["protocol.allow", "never"],
  ["protocol.ext.allow", "never"],
  ["submodule.recurse", "false"],
  ["status.submoduleSummary", "false"],
  ["diff.submodule", "short"],
  ["fetch.recurseSubmodules", "false"],
  // Names that some disk takes for .git.
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  // What would change the output that is read here, or where it comes from.
  ["core.attributesFile", nothing],
  ["core.quotePath", "true"],
  ["core.untrackedCache", "false"],
  ["core.splitIndex", "false"],
  ["color.ui", "false"],
  ["i18n.commitEncoding", "utf-8"],
]

/** Settings that take a driver its programs away. They have no switch of their own, so each one found has to be named (G3, G4). */
export function disarm(keys: readonly string[]): Setting[] {
  const names = { filter: new Set<string>(), diff: new Set<string>(), merge: new Set<string>() }
  for (const key of keys) {
    const driver = driverOf(key)
    if (driver !== null) names[driver.kind].add(driver.name)
  }
  return [
    ...[...names.filter].flatMap((name): Setting[] => [
      [`filter.${name}.clean`, ""],
      [`filter.${name}.smudge`, ""],
      [`filter.${name}.process`, ""],
      [`filter.${name}.required`, "false"],
    ]),
    ...[...names.diff].flatMap((name): Setting[] => [
      [`diff.${name}.command`, ""],
      [`diff.${name}.textconv`, ""],
      [`diff.${name}.cachetextconv`, "false"],
    ]),
    ...[...names.merge].map((name): Setting => [`merge.${name}.driver`, ""]),
  ]
}

export type Driver = { readonly kind: "filter" | "diff" | "merge"; readonly name: string }

/** Keys come from git with section and variable in small letters; a driver's name may hold dots and anything else. */
export function driverOf(key: string): Driver | null {
  const match = /^(filter|diff|merge)\.(.+)\.[^.]+$/s.exec(key)
  return match === null ? null : { kind: match[1] as Driver["kind"], name: match[2] as string }
}

export type Surroundings = {
  /** Where git lies; it looks for its own parts next to it. */
  readonly gitFolder: string
  /** Whether it may write into the repository. */
  readonly writes: boolean
  readonly settings?: readonly Setting[]
  readonly variables?: Readonly<Record<string, string>>
}

/** All of the environment: nothing of ours is handed on, neither keys nor GIT_* variables. */
export function hardenedEnvironment(given: Surroundings): Record<string, string> {
  const all = [...settings, ...(given.settings ?? [])]
  const environment: Record<string, string> = {
    PATH: process.platform === "win32" ? given.gitFolder : `${given.gitFolder}:/usr/bin:/bin`,
    // A path that cannot hold anything: `~` in a repository's settings must not lead to the user's files.
    HOME: nothing,
    XDG_CONFIG_HOME: nothing,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: nothing,
    GIT_CONFIG_GLOBAL: nothing,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "false",
    SSH_ASKPASS: "false",
    GIT_SSH_COMMAND: "false",
    GIT_EDITOR: "false",
    GIT_PAGER: "cat",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_OPTIONAL_LOCKS: given.writes ? "1" : "0",
    ...(process.platform === "win32" && process.env.SystemRoot !== undefined ? { SystemRoot: process.env.SystemRoot } : {}),
    ...given.variables,
    GIT_CONFIG_COUNT: String(all.length),
  }
  for (const [n, [key, value]] of all.entries()) {
    environment[`GIT_CONFIG_KEY_${n}`] = key
    environment[`GIT_CONFIG_VALUE_${n}`] = value
  }
  return environment
}
