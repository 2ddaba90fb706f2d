// @ts-check
// Owns: from "only some Node is here" to "the project's Node and its dependencies are here", and handing over to it.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { command } from "./command.mjs"
import { install, whyInstall } from "./dependencies.mjs"
import { withLock } from "./lock.mjs"
import { findNode, packagedNode, requireNode } from "./node.mjs"
import { root } from "./paths.mjs"
import { step } from "./progress.mjs"
import { requireLibraries } from "./system-packages.mjs"

/**
 * Runs a TypeScript script of the project on the project's Node, after setting up what is missing.
 * @param {string} script relative to scripts/
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function handOver(script, args) {
  const [major = 0] = process.versions.node.split(".").map(Number)
  if (major < 20) {
    process.stderr.write(`kibitz: Node ${process.versions.node} is too old to start; install Node 20 or newer.\n`)
    return 1
  }
  await withLock("dependencies", async () => {
    const reason = whyInstall()
    if (reason !== undefined) await step(`installing dependencies (${reason})`, install)
  })
  if (findNode() === undefined) {
    const own = packagedNode()
    if (own !== undefined) await makeStartable(own)
  }
  const { code } = await command(requireNode(), [join(root, "scripts", script), ...args])
  return code
}

/**
 * npm puts node_modules/.bin before everything else on the PATH: a Node there that cannot start would stop the next `npm start`
 * before it could say what is missing. (After an `npm install` by hand, the first half of every line in package.json's scripts does the same.)
 * @param {string} node
 */
async function makeStartable(node) {
  rmSync(join(root, "node_modules", ".bin", "node"), { force: true })
  await requireLibraries("Node", node)
}
