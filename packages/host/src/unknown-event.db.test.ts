// A project that a newer Kibitz has written to: the host opens it read-only, says why, and leaves it as it was.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { noSandbox, shellTools } from "@kibitz/adapters/shell"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { jakeId, type WireMessage } from "@kibitz/contract"
import { worldShape } from "@kibitz/domain"
import { instantOf, laterDecoder, testPermit, toyMade, untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Host, openHost } from "./host.ts"
import { openReadOnly } from "./read-only.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")
const migrationsDir = join(resourcesDir, "migrations")
let base: string
let place: { dataDir: string; workspace: string; resourcesDir: string; version: string }
let file: string
let host: Host | null

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-unknown-")))
  mkdirSync(join(base, "project"))
  place = { dataDir: join(base, "data"), workspace: join(base, "project"), resourcesDir, version: "0" }
  file = join(place.dataDir, "kibitz.db")
  host = null
})
afterEach(async () => {
  await host?.close()
  rmSync(base, { recursive: true, force: true })
})

const open = () => openHost({ ...place, environment: { KIBITZ_REHEARSAL_PACE: "0" } })

/** A project in which a newer Kibitz has written one event that this one does not know, and two that it does. Gives the number of the first back. */
async function fromTheFuture(savesWorld = false): Promise<number> {
  await (await open()).close()
  const later = sqliteJournal({ file, migrationsDir, decoder: laterDecoder })
  const seq = later.last() + 1
  const known = { type: "agent.renamed", agentId: jakeId, name: "Jacob" } as const
  const events = [toyMade("car"), known, known]
  later.append(events.map((event, index) => ({ seq: seq + index, at: instantOf(seq), event, transcriptOf: null })))
  if (savesWorld) {
    const saved = later.savedWorld()
    if (saved?.shape !== worldShape()) throw new Error("this version has saved no world")
    later.saveWorld({ ...saved, seq: later.last(), shape: worldShape() + 1 })
  }
  later.close()
  return seq
}

function rows(): unknown {
  const db = new DatabaseSync(file, { readOnly: true })
  const found = ["events", "audit", "world_snapshot", "transcript_heads"].map((table) =>
    db.prepare(`select * from ${table}`).all(),
  )
  db.close()
  return found
}

async function worldOf(opened: Host) {
  const sent: WireMessage[] = []
  const line = opened.connect("rpc", (message) => sent.push(message))
  const answer = (id: string) => untilFact(`${id} is answered`, () => sent.find((each) => "id" in each && each.id === id))
  line.receive({ type: "subscribe", id: "w", channel: { kind: "world" } })
  line.receive({ type: "dispatch", id: "m", command: { type: "message.send", agentId: "jake", text: "hello" } })
  line.receive({ type: "dispatch", id: "r", command: { type: "journal.reload" } })
  const [world, refused, reloaded] = [await answer("w"), await answer("m"), await answer("r")]
  line.close()
  return { world, refused, reloaded }
}

test.each([
  ["after the saved world", false],
  ["before a world that the newer one has saved", true],
])("an unknown event %s: the host opens read-only, says which entry it is, and writes nothing", async (_, savesWorld) => {
  const seq = await fromTheFuture(savesWorld)
  const before = rows()
  const sentence = `Entry ${seq} is an event "toy.made" of version 1, which this version of Kibitz does not know. Update Kibitz to work in this project.`
  host = await open()
  expect([host.isReadOnly, host.unknown]).toEqual([true, sentence])
  const { world, refused, reloaded } = await worldOf(host)
  expect(world).toMatchObject({
    snapshot: {
      app: { readOnly: { isHeld: false, unknown: sentence } },
      world: { seq: seq - 1, agents: { jake: { name: "Jake" } }, audit: { ok: true } },
    },
  })
  expect(refused).toMatchObject({
    type: "refused",
    rejection: { kind: "read-only", message: `Nothing can be changed here. ${sentence} Nothing was done.` },
  })
  expect(reloaded).toMatchObject({ type: "accepted", seq: seq - 1 })
  await host.close()
  host = null
  expect(rows()).toEqual(before)
})

test("opened read-only on purpose, it says the same", async () => {
  const seq = await fromTheFuture()
  host = await openReadOnly(place)
  expect(host.unknown).toContain(`Entry ${seq} is an event "toy.made"`)
})

test("a command that the newer one has left running is not ended", async () => {
  await fromTheFuture()
  const [spoolDir, runsDir] = [join(place.dataDir, "spool"), join(place.dataDir, "runs")]
  const tools = shellTools({ sandbox: noSandbox("a test", ""), hidden: [], spoolDir, runsDir, knownToBeOff: () => true })
  const command = "touch ran; while [ ! -e until ]; do sleep 0.05; done"
  const permit = { ...testPermit(place.workspace, "bash", { command }), confinement: { write: true, network: true } }
  const stop = new AbortController()
  const left = Array.fromAsync(tools.run(permit, stop.signal))
  try {
    await untilFact("the command runs", () => existsSync(join(place.workspace, "ran")))
    const records = readdirSync(runsDir)
    host = await open()
    expect(host.isReadOnly).toBe(true)
    expect(readdirSync(runsDir)).toEqual(records)
    writeFileSync(join(place.workspace, "until"), "")
    expect((await left).at(-1)).toMatchObject({ type: "end", ok: true, run: { exitCode: 0 } })
  } finally {
    stop.abort()
    await left
  }
})
