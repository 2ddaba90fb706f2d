#!/usr/bin/env node
// Starts the built program on the Node the project runs on, whichever Node started this file.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { fileURLToPath } from "node:url"
import { findNode } from "../../../scripts/setup/node.mjs"

const program = fileURLToPath(new URL("../../../dist/cli/kibitz.js", import.meta.url))

function start() {
  const node = findNode()
  if (node === undefined) return complain("Kibitz needs Node 26.1 or newer. Run `npm install` in its folder, which brings one.")
  if (!existsSync(program)) return complain("Kibitz has not been built yet. Run `npm run build` in its folder.")
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: "inherit" })
  // A terminal sends Ctrl+C to both; a script knows only our number, so we pass on what we get.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1"]) process.on(signal, () => child.kill(signal))
  child.on("error", (error) => complain(`Kibitz could not be started: ${error.message}`))
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** @param {string} message */
function complain(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

start()
