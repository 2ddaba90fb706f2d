// Owns: another program that has the journal open: the command line on the same data folder.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { cleanEnvironment, root } from "./electron.ts"
import { expect } from "./expect.ts"
import type { TestFolders } from "./folders.ts"

export type Holder = {
  readonly pid: number
  /** The first line it printed: an answer of rpc, the address of web. */
  readonly said: string
  /** Rpc: says this to Jake and waits until he has answered. */
  tell(text: string): Promise<void>
  /** How many lines with these words it has printed. */
  heard(words: string): number
  release(): Promise<void>
}

/** Ready once the journal is open and it has left word beside it. */
export async function holdJournal(
  { dataDir, project }: TestFolders,
  program: "rpc" | "web" = "rpc",
  args: readonly string[] = [],
): Promise<Holder> {
  const cli = join(root, "dist", "cli", "kibitz.js")
  const child = spawn(process.execPath, [cli, program, `--data-dir=${dataDir}`, `--project=${project}`, ...args], {
    env: cleanEnvironment({ KIBITZ_REHEARSAL_PACE: "0" }),
    stdio: ["pipe", "pipe", "ignore"],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
  const ask = (request: object) => child.stdin.write(`${JSON.stringify(request)}\n`)
  if (program === "rpc") ask({ type: "subscribe", id: 1, channel: { kind: "world" } })
  await expect.poll(() => lines.length > 0 && existsSync(join(dataDir, "open-in.json")), { timeout: 30_000 }).toBe(true)
  return {
    pid: child.pid ?? 0,
    said: lines[0] ?? "",
    async tell(text) {
      const from = lines.length
      ask({ type: "dispatch", id: "told", command: { type: "message.send", agentId: "jake", text } })
      await expect.poll(() => lines.slice(from).some((line) => line.includes('"turn.finished"')), { timeout: 30_000 }).toBe(true)
    },
    heard: (words) => lines.filter((line) => line.includes(words)).length,
    release: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, "close")
  child.kill("SIGTERM")
  await ended
}
