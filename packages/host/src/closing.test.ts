// The whole host, on disk: who was there when it closed has left by then (U12), and nobody comes in while it closes.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { auditKey } from "@kibitz/adapters/system"
import type { WireMessage } from "@kibitz/contract"
import { recordingLog, untilFact } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { type Host, openHost } from "./host.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")
const join1 = { type: "dispatch", id: "join", command: { type: "presence.join", agentId: "jake", pane: "p1" } }

function connected(host: Host) {
  const sent: WireMessage[] = []
  const line = host.connect("desktop", (message) => sent.push(message))
  const answer = (id: string) =>
    untilFact(`${id} is answered`, () => sent.find((message) => "id" in message && message.id === id))
  return { line, answer }
}

test("U12 closing lets those who are there leave because of it, on disk, and takes nobody in any more", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-closing-")))
  const workspace = join(base, "project")
  mkdirSync(workspace)
  try {
    const environment = { KIBITZ_REHEARSAL_PACE: "0" }
    const host = await openHost({ dataDir: join(base, "data"), workspace, resourcesDir, version: "0", environment })
    const { line, answer } = connected(host)
    line.receive(join1)
    expect(await answer("join")).toMatchObject({ type: "accepted" })
    const closed = host.close()
    line.receive({ ...join1, id: "late", command: { ...join1.command, pane: "p2" } })
    expect(await answer("late")).toMatchObject({ type: "refused", rejection: { kind: "closing" } })
    await closed

    const journal = sqliteJournal({
      file: join(base, "data", "kibitz.db"),
      migrationsDir: join(resourcesDir, "migrations"),
      auditKey: auditKey(join(base, "data", "audit.key")),
      log: recordingLog(),
    })
    const told = [...journal.since(0)].map(({ event }) => event).filter(({ type }) => type.startsWith("presence."))
    journal.close()
    expect(told).toMatchObject([
      { type: "presence.joined", surface: "desktop" },
      { type: "presence.left", cause: "quit" },
    ])
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
