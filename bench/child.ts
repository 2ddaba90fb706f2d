import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"

/** Starts a program that answers with one JSON line, and hands both over. */
export async function spawnForLine<T>(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; line: T }> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] })
  let complaints = ""
  child.stderr?.on("data", (data: Buffer) => {
    complaints = (complaints + data.toString()).slice(-4_000)
  })
  if (!child.stdout) throw new Error("no stdout")
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith("{")) continue
    return { child, line: JSON.parse(text) as T }
  }
  throw new Error(`${command} ended without an answer:\n${complaints}`)
}
