// @ts-check
// Owns: node_modules being exactly what package-lock.json says. Compares the two instead of trusting a time stamp.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { command, notStarted } from "./command.mjs"
import { root } from "./paths.mjs"
import { SetupFailure } from "./progress.mjs"

/**
 * Why an install is needed, or undefined when node_modules already is what the lockfile says. npm writes
 * node_modules/.package-lock.json as its last act, so an interrupted install has none.
 * @param {string} [folder]
 * @returns {string | undefined}
 */
export function whyInstall(folder = root) {
  const wanted = packagesOf(join(folder, "package-lock.json"))
  if (wanted === undefined) return "package-lock.json is missing or unreadable"
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"))
  if (installed === undefined) return "nothing is installed yet"
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes("node_modules/")) continue
    const present = installed[path]
    if (present === undefined) {
      if (entry.optional || entry.devOptional) continue
      return `${nameOf(path)} is not installed`
    }
    if (present.version !== entry.version || present.integrity !== entry.integrity) return `${nameOf(path)} has changed`
    if (!existsSync(join(folder, path, "package.json"))) return `${nameOf(path)} is gone from disk`
  }
  for (const path of Object.keys(installed)) {
    if (path.includes("node_modules/") && wanted[path] === undefined) return `${nameOf(path)} is no longer wanted`
  }
  return undefined
}

/** Runs `npm ci` in the project folder. No package's install script runs: none of ours needs one. */
export async function install() {
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  const [file, first] = npm()
  const { code } = await command(file, [...first, ...args], { aside: true, env: { ELECTRON_SKIP_BINARY_DOWNLOAD: "1" } })
  if (code === 0) return
  if (code === notStarted)
    throw new SetupFailure(
      "npm could not be started",
      "install npm 10 or newer (it comes with Node) and start again with `npm start`.",
    )
  throw new SetupFailure(
    `npm ci ended with code ${code}; its messages are above`,
    "check that this machine reaches the npm registry (npm ping), then start again. Nothing half installed is kept in use.",
  )
}

/** npm as it was started, else npm from the PATH. @returns {[string, string[]]} */
export function npm() {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.c?js$/.test(running) && existsSync(running)) return [process.execPath, [running]]
  return process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c", "npm"]] : ["npm", []]
}

/** @param {string} file @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> | undefined} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages
  } catch {
    return undefined
  }
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
}
