// The real engine over the real journal, killed again and again in the middle of the same (F34): each start finds what was on disk at that moment.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { auditKey, fileDrafts } from "@kibitz/adapters/system"
import { type AttentionItem, type Command, jakeId } from "@kibitz/contract"
import { findAgent, type Origin } from "@kibitz/domain"
import type { Tools } from "@kibitz/ports"
import { startEngine } from "@kibitz/supervisor"
import { countingIds, fixedChance, manualClock, recordingLog, untilFact } from "@kibitz/testkit"
import { scriptedModel } from "@kibitz/testkit/model"
import { afterEach, beforeEach, expect, test } from "vitest"
import { receiveVisitors } from "./presence.ts"

const migrationsDir = join(import.meta.dirname, "../../../resources/migrations")
const user: Origin = { actor: "user", surface: "desktop", connection: "c1" }

let base = ""
let undo: (() => void)[] = []
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-crash-loop-")))
})
afterEach(() => {
  for (const step of undo.reverse()) step()
  undo = []
  rmSync(base, { recursive: true, force: true })
})

function machine() {
  const ids = countingIds()
  /** What was begun to run, over all starts. */
  const ran: string[] = []
  const tools: Tools = {
    async *run(permit, signal) {
      ran.push(permit.capability)
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))
      yield { type: "end", ok: false, output: "", bytes: 0 }
    },
  }
  let dataDir = join(base, "0")
  let starts = 0

  async function open() {
    starts += 1
    const log = recordingLog()
    const clock = manualClock()
    const model = scriptedModel()
    const journal = sqliteJournal({
      file: join(dataDir, "kibitz.db"),
      migrationsDir,
      auditKey: auditKey(join(base, "audit.key")),
      log,
    })
    const drafts = fileDrafts(join(dataDir, "drafts"))
    const needs = { journal, clock, ids, chance: fixedChance(0), model, tools, drafts, log }
    const engine = startEngine({ ...needs, project: base })
    let isOpen = true
    const close = () => {
      if (!isOpen) return
      isOpen = false
      engine.stop()
      drafts.close()
      journal.close()
    }
    undo.push(close)
    await engine.open()
    const { supervisor } = engine
    const jake = () => findAgent(supervisor.world(), jakeId) ?? expect.fail("there is no Jake")
    return {
      log,
      model,
      jake,
      do: (command: Command) => supervisor.dispatch(command, user),
      items: (): readonly AttentionItem[] => Object.values(supervisor.world().attention),
      /** Nothing of it is told to end: what is on disk now is what the next start finds. */
      async kill() {
        await supervisor.drain()
        const next = join(base, `${starts}`)
        cpSync(dataDir, next, { recursive: true })
        dataDir = next
      },
      /** As the app does it. */
      async quit() {
        await receiveVisitors(supervisor, clock).quit()
        close()
      },
    }
  }
  return { open, ran }
}

const heldBack = { turn: null, due: null, standing: { kind: "stuck", why: "crashed" } }

test("F34 a reply that kills Kibitz is asked for three times; then Jake stands, over any further start, until the user lets it go on", async () => {
  const { open } = machine()
  let app = await open()
  await app.do({ type: "message.send", agentId: jakeId, text: "the poison", delivery: "queue" })
  for (let time = 1; time <= 3; time += 1) {
    await app.model.asked()
    await app.kill()
    app = await open()
  }
  for (let time = 4; time <= 5; time += 1) {
    expect(app.model.requests).toEqual([])
    expect(app.jake()).toMatchObject(heldBack)
    expect(app.items()).toMatchObject([{ kind: "stuck", why: "crashed", detail: expect.stringContaining("3 times while Jake") }])
    await app.kill()
    app = await open()
  }
  await app.do({ type: "agent.go-on", agentId: jakeId })
  const again = await app.model.asked()
  expect(JSON.stringify(again.request.messages)).toContain("Kibitz stopped unexpectedly 3 times while Jake")
  again.text("It is harmless now.")
  again.finish()
  await untilFact("it is answered", () => app.jake().turn === null)
  expect(app.items()).toEqual([])
  expect(app.log.lines.filter(({ level }) => level === "error")).toEqual([])
})

test("F34 a tool that kills Kibitz is run three times, though each start makes it anew by itself", async () => {
  const { open, ran } = machine()
  let app = await open()
  await app.do({ type: "message.send", agentId: jakeId, text: "read it", delivery: "queue" })
  const exchange = await app.model.asked()
  exchange.call("read_file", { path: "huge.bin" })
  exchange.finish()
  for (let time = 1; time <= 3; time += 1) {
    await untilFact("it runs", () => ran.length === time)
    await app.kill()
    app = await open()
  }
  await app.kill()
  app = await open()
  expect(ran).toEqual(["read_file", "read_file", "read_file"])
  expect(app.jake()).toMatchObject(heldBack)
  expect(app.items()).toMatchObject([{ detail: expect.stringContaining("while Jake was running read_file (huge.bin)") }])
  expect(app.model.requests).toEqual([])
})

test("F34 a quit in the middle of a reply is no crash, however often; nor does it make one forget those there were", async () => {
  const { open } = machine()
  let app = await open()
  await app.do({ type: "message.send", agentId: jakeId, text: "take your time", delivery: "queue" })
  for (const how of ["kill", "quit", "quit", "quit", "kill", "quit"] as const) {
    await app.model.asked()
    await app[how]()
    app = await open()
  }
  await app.model.asked()
  expect(app.jake().run.crashes).toEqual({ reply: 2 })
  await app.kill()
  expect((await open()).jake()).toMatchObject(heldBack)
})
