// @ts-check
// Owns: from "only some Node is here" to "the project's Node and its dependencies are here", and handing over to it.
import { join } from "node:path"
import { command } from "./command.mjs"
import { install, whyInstall } from "./dependencies.mjs"
import { withLock } from "./lock.mjs"
import { requireNode } from "./node.mjs"
import { root } from "./paths.mjs"
import { step } from "./progress.mjs"

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
  const { code } = await command(requireNode(), [join(root, "scripts", script), ...args])
  return code
}
