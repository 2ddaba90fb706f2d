// The whole host, on disk: who was there when it closed has left by then (U12), and nobody comes in while it closes.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { auditKey } from "@kibitz/adapters/system"
import { AgentId, type WireMessage } from "@kibitz/contract"
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
  const underWay = async () => {
    line.receive({ type: "subscribe", id: "world", channel: { kind: "world" } })
    await untilFact("the turn is under way", () => sent.some(isUnderWay))
  }
  return { line, answer, underWay }
}

/** Jake has a turn that is not set aside: it was so when the world was asked for, or has come since. */
function isUnderWay(message: WireMessage): boolean {
  if (message.type === "subscribed" && message.snapshot.kind === "world") {
    const { turn } = message.snapshot.world.agents[AgentId.parse("jake")] ?? {}
    return Boolean(turn && !turn.setAside)
  }
  return (
    message.type === "envelope" &&
    message.events.some(({ event }) => event.type === "turn.started" || event.type === "turn.recovered")
  )
}

/** Every event on disk of that kind, once the host is closed. */
function onDisk(dataDir: string, isMeant: (type: string) => boolean) {
  const journal = sqliteJournal({
    file: join(dataDir, "kibitz.db"),
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
    log: recordingLog(),
  })
  const events = [...journal.since(0)].map(({ event }) => event).filter(({ type }) => isMeant(type))
  journal.close()
  return events
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

    const told = onDisk(join(base, "data"), (type) => type.startsWith("presence."))
    expect(told).toMatchObject([
      { type: "presence.joined", surface: "desktop" },
      { type: "presence.left", cause: "quit" },
    ])
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})

test("F34 closing in the middle of a reply says so on disk: it is taken up at every start, and no crash is counted", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-closing-")))
  const [dataDir, workspace] = [join(base, "data"), join(base, "project")]
  mkdirSync(workspace)
  try {
    for (let time = 1; time <= 4; time += 1) {
      const environment = { KIBITZ_REHEARSAL_PACE: "100" }
      const host = await openHost({ dataDir, workspace, resourcesDir, version: "0", environment })
      const { line, answer, underWay } = connected(host)
      const say = { type: "message.send", agentId: "jake", messageId: "m1", text: "Tell me a long story" }
      line.receive({ type: "dispatch", id: "say", command: say })
      expect(await answer("say")).toMatchObject({ type: "accepted" })
      await underWay()
      await host.close()
    }
    const ofTurns = onDisk(dataDir, (type) => type.startsWith("turn.") || type === "attention.raised").map(({ type }) => type)
    expect(ofTurns.filter((type) => type !== "turn.held" && type !== "turn.released")).toEqual([
      "turn.started",
      ...["turn.set-aside", "turn.recovered", "turn.set-aside", "turn.recovered", "turn.set-aside", "turn.recovered"],
      "turn.set-aside",
    ])
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
