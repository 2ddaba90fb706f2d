// @ts-check
// Owns: shared libraries of the system and Debian's packages that hold them. Installs where it may (root with apt), else says what to run.
// Node built-ins only: even the project's Node may lack a library on a bare system.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { command } from "./command.mjs"
import { withLock } from "./lock.mjs"
import { SetupFailure, step } from "./progress.mjs"

/**
 * Debian's package of each library that Node and Electron link to. Newer releases add `t64` to some names; apt is asked which it has.
 * @type {Record<string, string | undefined>}
 */
const packageOf = {
  "libasound.so.2": "libasound2",
  "libatk-1.0.so.0": "libatk1.0-0",
  "libatk-bridge-2.0.so.0": "libatk-bridge2.0-0",
  "libatomic.so.1": "libatomic1",
  "libatspi.so.0": "libatspi2.0-0",
  "libcairo.so.2": "libcairo2",
  "libcups.so.2": "libcups2",
  "libdbus-1.so.3": "libdbus-1-3",
  "libdrm.so.2": "libdrm2",
  "libexpat.so.1": "libexpat1",
  "libgbm.so.1": "libgbm1",
  "libgio-2.0.so.0": "libglib2.0-0",
  "libglib-2.0.so.0": "libglib2.0-0",
  "libgobject-2.0.so.0": "libglib2.0-0",
  "libgtk-3.so.0": "libgtk-3-0",
  "libnspr4.so": "libnspr4",
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libpango-1.0.so.0": "libpango-1.0-0",
  "libsmime3.so": "libnss3",
  "libstdc++.so.6": "libstdc++6",
  "libudev.so.1": "libudev1",
  "libX11.so.6": "libx11-6",
  "libxcb.so.1": "libxcb1",
  "libXcomposite.so.1": "libxcomposite1",
  "libXdamage.so.1": "libxdamage1",
  "libXext.so.6": "libxext6",
  "libXfixes.so.3": "libxfixes3",
  "libxkbcommon.so.0": "libxkbcommon0",
  "libXrandr.so.2": "libxrandr2",
}

/**
 * Makes sure that a program's libraries are there.
 * @param {string} name what the person knows the program as
 * @param {string} executable
 * @param {{ withLibraries?: readonly string[], always?: readonly string[] }} [packages] further packages: beside missing libraries, and in any case
 */
export async function requireLibraries(name, executable, packages = {}) {
  if (process.platform !== "linux") return
  await withLock("system-packages", async () => {
    const missing = missingLibraries(executable)
    const wanted = new Set(packages.always)
    for (const library of missing) wanted.add(packageOf[library] ?? library)
    if (missing.length > 0) for (const extra of packages.withLibraries ?? []) wanted.add(extra)
    if (wanted.size === 0) return
    await installPackages(name, [...wanted].sort(), missing)
    const still = missingLibraries(executable)
    if (still.length === 0) return
    throw new SetupFailure(
      `${name} cannot start: ${still.join(", ")} still missing`,
      "install the packages that hold these libraries.",
    )
  })
}

/**
 * Installs packages that are known to be missing; throws a SetupFailure with a remedy where it may not.
 * @param {string} name what they are for
 * @param {readonly string[]} wanted
 */
export async function requirePackages(name, wanted) {
  await withLock("system-packages", () => installPackages(name, wanted, []))
}

/** @param {string} executable */
export function missingLibraries(executable) {
  const env = { ...process.env, LD_LIBRARY_PATH: dirname(executable) }
  return parseLdd(spawnSync("ldd", [executable], { encoding: "utf8", env }).stdout ?? "")
}

/** @param {string} output */
export function parseLdd(output) {
  const names = [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "")
  return [...new Set(names)]
}

/** @param {string} program */
export function onPath(program) {
  return (process.env.PATH ?? "").split(":").some((folder) => folder !== "" && existsSync(join(folder, program)))
}

/** @param {string} name @param {readonly string[]} wanted @param {readonly string[]} missing */
async function installPackages(name, wanted, missing) {
  const why = missing.length > 0 ? `${name} lacks ${missing.join(", ")}` : `missing: ${wanted.join(", ")}`
  const isRoot = process.getuid?.() === 0
  const hasApt = onPath("apt-get")
  if (!isRoot || !hasApt)
    throw new SetupFailure(
      `this system is incomplete: ${why}`,
      `${installHint(wanted, { isRoot, hasApt, aptName })}\nThen start again.`,
    )
  await step(`installing system packages (${why})`, () => aptInstall(wanted))
}

/**
 * What a person has to run where we may not.
 * @param {readonly string[]} wanted
 * @param {{ isRoot: boolean, hasApt: boolean, aptName: (name: string) => string }} machine
 */
export function installHint(wanted, { isRoot, hasApt, aptName }) {
  if (!hasApt) return `install your system's packages for: ${wanted.join(" ")} (these are Debian's names)`
  const prefix = isRoot ? "" : "sudo "
  return `run: ${prefix}apt-get update && ${prefix}apt-get install -y ${wanted.map(aptName).join(" ")}`
}

/** @param {readonly string[]} wanted */
async function aptInstall(wanted) {
  const env = { DEBIAN_FRONTEND: "noninteractive" }
  const updated = await command("apt-get", ["update", "-q"], { quiet: true, env })
  const args = ["install", "-y", "-q", "--no-install-recommends", ...wanted.map(aptName)]
  const { code, output } = await command("apt-get", args, { quiet: true, env })
  if (code === 0) return
  const before = updated.code === 0 ? "" : `\n(apt-get update failed before: ${lastLines(updated.output)})`
  throw new SetupFailure(
    `apt-get ${args.join(" ")} failed:\n${lastLines(output)}${before}`,
    "solve what apt reports and start again.",
  )
}

/** @param {string} name */
function aptName(name) {
  const found = spawnSync("apt-cache", ["show", "--no-all-versions", `${name}t64`], { encoding: "utf8" })
  return found.status === 0 && found.stdout.includes("Package:") ? `${name}t64` : name
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split("\n").slice(-6).join("\n")
}
