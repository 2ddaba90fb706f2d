// The whole host, on disk: what the last one had left running is ended before anything else runs, and the agent is told.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { noSandbox, shellTools } from "@kibitz/adapters/shell"
import type { ToolEvent } from "@kibitz/ports"
import { testPermit, untilFact } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { openHost } from "./host.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")

test("F26: a start ends what a dead host has left running, logs it, and tells the agent whose command it was", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-leftovers-")))
  const [dataDir, workspace] = [join(base, "data"), join(base, "project")]
  mkdirSync(workspace)
  const options = { dataDir, workspace, resourcesDir, version: "0", environment: { KIBITZ_REHEARSAL_PACE: "0" } }
  await (await openHost(options)).close()

  // The tools of the host before, which nobody has told to stop.
  const [spoolDir, runsDir] = [join(dataDir, "spool"), join(dataDir, "runs")]
  const tools = shellTools({ sandbox: noSandbox("a test", ""), hidden: [], spoolDir, runsDir, knownToBeOff: () => true })
  const permit = {
    ...testPermit(workspace, "bash", { command: "touch ran; sleep 609" }),
    confinement: { write: true, network: true },
  }
  const left = lastOf(tools.run(permit, new AbortController().signal))
  await untilFact("the command runs", () => existsSync(join(workspace, "ran")))

  const host = await openHost(options)
  try {
    expect(await left).toMatchObject({ type: "end", ok: false, run: { exitCode: null } })
    const sent: string[] = []
    host
      .connect("rpc", (message) => sent.push(JSON.stringify(message)))
      .receive({ type: "subscribe", id: 1, channel: { kind: "world" } })
    expect(sent.join()).toMatch(/"note":"leftovers","text":"[^"]+ \d of the call call_0001\. They were ended at this start/)
    expect(readFileSync(join(dataDir, "kibitz.log"), "utf8")).toContain("ended a command that had outlived the last Kibitz")
  } finally {
    await host.close()
    rmSync(base, { recursive: true, force: true })
  }
})

async function lastOf(events: AsyncIterable<ToolEvent>): Promise<ToolEvent | undefined> {
  let last: ToolEvent | undefined
  for await (const event of events) last = event
  return last
}
