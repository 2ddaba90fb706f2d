// Owns: finding out by trying whether the walls hold: a program inside attempts what it must not be able to do, next to real bait.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SandboxedCommand, WrappedCommand } from "@kibitz/ports"
import { findProgram } from "./shown.ts"

const limitMs = 15_000
const calledOff = "the probe was called off"

/** Each line of the answer names a wall that did not hold. The last one proves that the script ran to its end. */
const attempts = `
bait=$1 port=$2 hidden=$3 app=$4 namespace=$5
(echo x > /kibitz-probe) 2>/dev/null && echo "writing to /"
(echo x > /usr/kibitz-probe) 2>/dev/null && echo "writing to /usr"
(echo x > "$bait") 2>/dev/null
(cat "$hidden/key") >/dev/null 2>&1 && echo "reading what is hidden"
(exec 9<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && echo "the network"
(kill -0 "$app") 2>/dev/null && [ "$(readlink /proc/self/ns/pid 2>/dev/null)" = "$namespace" ] && echo "other processes"
(echo x > inside) 2>/dev/null || echo "the project itself cannot be written"
echo end
`

/** null: every wall held. Otherwise what did not, in words. */
export async function probeWalls(
  wrap: (command: SandboxedCommand) => WrappedCommand,
  signal: AbortSignal,
): Promise<string | null> {
  if (signal.aborted) return calledOff
  const bash = findProgram("bash")
  if (bash === null) return "there is no bash"
  const folder = mkdtempSync(join(tmpdir(), "kibitz-probe-"))
  const workspace = join(folder, "project")
  const hidden = join(workspace, "hidden")
  const bait = join(folder, "bait")
  mkdirSync(hidden, { recursive: true })
  writeFileSync(join(hidden, "key"), "secret")
  writeFileSync(bait, "untouched")
  const listener = createServer((socket) => socket.destroy())
  let connections = 0
  listener.on("connection", () => connections++)
  try {
    const port = await listening(listener)
    const args = [
      "--norc",
      "--noprofile",
      "-c",
      attempts,
      "probe",
      bait,
      String(port),
      hidden,
      String(process.pid),
      pidNamespace(),
    ]
    const confinement = { write: true, network: false }
    const wrapped = wrap({ file: bash, args, workspace, confinement, hidden: [hidden] })
    const { said, complained } = await answerOf(wrapped, signal)
    if (signal.aborted) return calledOff
    const lines = said.trim().split("\n")
    if (lines.pop() !== "end") return complained.trim().split("\n")[0] || "the probe did not run to its end"
    if (readFileSync(bait, "utf8") !== "untouched") lines.push("writing outside the project")
    if (!existsSync(join(workspace, "inside"))) lines.push("the project itself cannot be written")
    if (connections > 0) lines.push("the network")
    return lines.length === 0 ? null : `these walls did not hold: ${[...new Set(lines)].join(", ")}`
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  } finally {
    listener.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
}

function answerOf({ file, args }: WrappedCommand, signal: AbortSignal): Promise<{ said: string; complained: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: { LANG: "C" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limitMs,
      killSignal: "SIGKILL",
      signal,
    })
    let said = ""
    let complained = ""
    child.stdout.on("data", (chunk) => {
      said += chunk
    })
    child.stderr.on("data", (chunk) => {
      complained += chunk
    })
    child.once("error", (error) => {
      complained ||= error.message
    })
    child.once("close", () => resolve({ said, complained }))
  })
}

/** Empty where there is no such thing: there, not being able to signal others has to be enough. */
function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return ""
  }
}
