// What the gate and the runner add to a command in the sandbox: judge, permit and everything around the spawn, against the bare spawn of
// the same walls around `true`. Alternating, so that a slow moment of the machine falls on both.
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { bubblewrapSandbox, shellTools } from "@kibitz/adapters/shell"
import { type Json, jakeId } from "@kibitz/contract"
import { judge, leastAccess } from "@kibitz/domain"
import type { Sandbox, Tools } from "@kibitz/ports"
import { testPermit } from "@kibitz/testkit"
import { type Benchmark, inTempFolder, median } from "./harness.ts"

const ROUNDS = 400
const WARM_UP = 40
const input: Json = { command: "true" }
/** What any runner gives a shell: reading the locale is no part of the gate. */
const env = { LANG: "C.UTF-8", TERM: "dumb", PATH: "/usr/bin:/bin" }
const access = {
  ...leastAccess,
  phase: "execution",
  profile: "normal",
  runControl: "autonomous",
  sandboxed: true,
  tainted: false,
} as const

export const shellBenchmark: Benchmark = {
  name: "shell",
  run: () =>
    inTempFolder(async (folder) => {
      const workspace = join(folder, "project")
      const hidden = [join(folder, "data")]
      mkdirSync(workspace)
      mkdirSync(hidden[0] ?? "")
      const sandbox = bubblewrapSandbox()
      const status = await sandbox.probe(new AbortController().signal)
      if (status.state !== "on") throw new Error(`there is no sandbox to measure: ${status.because}. ${status.remedy}`)
      const tools = shellTools({
        sandbox,
        hidden,
        spoolDir: join(folder, "data", "spool"),
        runsDir: join(folder, "data", "runs"),
      })
      const added: number[] = []
      const bare: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        // Whoever comes second finds the machine a little busier.
        const ourFirst = round % 2 === 0 ? await timed(() => gatedRun(tools, workspace)) : null
        const theirs = await timed(() => bareRun(sandbox, workspace, hidden))
        const ours = ourFirst ?? (await timed(() => gatedRun(tools, workspace)))
        if (round < 0) continue
        bare.push(theirs)
        added.push(ours - theirs)
      }
      return [
        {
          name: "gate-overhead-per-call",
          value: Math.max(0, median(added)),
          limit: median(bare),
          unit: "ms",
          target: 0.05,
          note: "judge, permit and runner above the bare spawn; limit: the bare spawn of bwrap … bash -c true",
        },
      ]
    }),
}

async function gatedRun(tools: Tools, workspace: string): Promise<void> {
  const verdict = judge({ capability: "bash", input, access, workspace })
  if (verdict.effect !== "allow" || !verdict.confinement) throw new Error(`true was not allowed: ${verdict.because}`)
  const permit = testPermit(workspace, "bash", input, jakeId, verdict.confinement)
  for await (const event of tools.run(permit, new AbortController().signal)) {
    if (event.type === "end" && !event.ok) throw new Error(event.output)
  }
}

/** The walls are built anew each time on both sides, but here somebody has worked out the arguments before. */
const prepared = new WeakMap<Sandbox, { file: string; args: readonly string[] }>()

function bareRun(sandbox: Sandbox, workspace: string, hidden: readonly string[]): Promise<void> {
  let command = prepared.get(sandbox)
  if (command === undefined) {
    const args = ["--norc", "--noprofile", "-c", "true"]
    const confinement = { write: false, network: false }
    const wrapped = sandbox.wrap({ file: "/bin/bash", args, workspace, confinement, hidden })
    if (wrapped === null) throw new Error("there is no sandbox")
    command = wrapped
    prepared.set(sandbox, wrapped)
  }
  const { file, args } = command
  return new Promise((resolve, reject) => {
    // In a session of its own, as ours is: a busy machine shares its processors out by session.
    const child = spawn(file, args, { cwd: "/", env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.resume()
    child.stderr.resume()
    child.once("error", reject)
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`bwrap ended with ${code}`))))
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
