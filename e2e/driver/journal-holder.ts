// Owns: another program that has the journal open: the command line on the same data folder.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { cleanEnvironment, root } from "./electron.ts"
import type { TestFolders } from "./folders.ts"

export async function holdJournal({ dataDir, project }: TestFolders): Promise<{ release(): Promise<void> }> {
  const cli = join(root, "dist", "cli", "kibitz.js")
  const child = spawn(process.execPath, [cli, "rpc", `--data-dir=${dataDir}`, `--project=${project}`], {
    env: cleanEnvironment(),
    stdio: ["pipe", "pipe", "inherit"],
  })
  // An answer proves that the journal is open.
  child.stdin.write(`${JSON.stringify({ type: "subscribe", id: 1, channel: { kind: "world" } })}\n`)
  await once(createInterface({ input: child.stdout }), "line")
  return {
    async release() {
      const ended = once(child, "close")
      child.stdin.end()
      await ended
    },
  }
}
