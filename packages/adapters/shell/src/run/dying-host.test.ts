// A host that is killed in the middle of starting commands. A command must not outlive its host, whatever moment that is (I5).
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { untilFact } from "@kibitz/testkit"
import { describe, expect, test } from "vitest"
import type { DyingHost } from "../testing/dying-host.ts"
import { describeSandboxed, newStage, type Stage, survivors } from "../testing/stage.ts"
import { endLeftovers } from "./leftovers.ts"

const ROUNDS = 12
/** Long enough for several commands to be under way, on a busy machine too. */
const LATEST_MS = 150

await describeSandboxed("in the sandbox", () => dying(true))
describe("without a sandbox", () => dying(false))

function dying(hasSandbox: boolean): void {
  test("F26: nothing a host has started outlives it, at whatever moment of starting it is killed", async () => {
    const outlived: string[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const stage = newStage()
      const host = await startHost({
        stage,
        hasSandbox,
        command: "(setsid nohup sleep 605 >/dev/null 2>&1 &); echo ran >> ran; sleep 604",
        everyMs: 4,
        most: 6,
      })
      if (round === ROUNDS) await untilFact("a command runs", () => existsSync(join(stage.workspace, "ran")))
      else await pause(Math.random() * LATEST_MS)
      await kill(host)
      await untilQuiet(stage)
      const left = survivors(stage)
      outlived.push(...left)
      for (const one of left) process.kill(Number.parseInt(one, 10), "SIGKILL")
      expect(await endLeftovers(stage.runsDir)).toEqual([])
      expect(readdirSync(stage.runsDir)).toEqual([])
    }
    expect(outlived).toEqual([])
  }, 120_000)
}

async function startHost(plan: DyingHost): Promise<ChildProcess> {
  const file = join(import.meta.dirname, "..", "testing", "dying-host.ts")
  const host = spawn(process.execPath, [file, JSON.stringify(plan)], { stdio: ["ignore", "pipe", "inherit"] })
  await once(host.stdout as NodeJS.ReadableStream, "data")
  return host
}

async function kill(host: ChildProcess): Promise<void> {
  host.kill("SIGKILL")
  await once(host, "close")
}

/** Until nothing of it is left, or nothing has changed for so long that what is left stays. */
async function untilQuiet(stage: Stage): Promise<void> {
  let last = ""
  let since = performance.now()
  await untilFact("nothing changes any more", () => {
    const now = survivors(stage).join("\n")
    if (now !== last) since = performance.now()
    last = now
    return now === "" ? performance.now() - since > 30 : performance.now() - since > 3_000
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
