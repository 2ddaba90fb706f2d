// The shows of the rehearsal on the whole host, on disk, through the real client: what each promises comes about (OPM-6, OPM-8, OPM-9).
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type AgentId,
  type AttentionItem,
  jakeId,
  type Recorded,
  toInstant,
  type WireMessage,
  type World,
} from "@kibitz/contract"
import { allAgents, evolve, orderItems, worldFrom } from "@kibitz/domain"
import { untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Host, openHost } from "./host.ts"

const resourcesDir = join(import.meta.dirname, "../../../resources")
let base: string
let host: Host
let world: World | null
let transcript: readonly Recorded[] | null
let say: (command: object) => void
let told: (agentId: AgentId) => Promise<string[]>

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-shows-")))
  mkdirSync(join(base, "project"))
  const environment = { KIBITZ_REHEARSAL_PACE: "0" }
  const options = { dataDir: join(base, "data"), workspace: join(base, "project"), resourcesDir, version: "0", environment }
  host = await openHost(options)
  world = null
  const line = host.connect("desktop", hear)
  let asked = 0
  say = (command) => line.receive({ type: "dispatch", id: `d${++asked}`, command })
  told = async (agentId) => {
    transcript = null
    line.receive({ type: "subscribe", id: `d${++asked}`, channel: { kind: "transcript", agentId } })
    const events = await untilFact("the transcript is read", () => transcript)
    return events.flatMap(({ event }) => (event.type === "message.delivered" ? [event.text] : []))
  }
  line.receive({ type: "subscribe", id: "world", channel: { kind: "world" } })
  await untilFact("the world is shown", () => world)
})
afterEach(async () => {
  await host.close()
  rmSync(base, { recursive: true, force: true })
})

function hear(message: WireMessage): void {
  if (message.type === "subscribed" && message.snapshot.kind === "world") world = worldFrom(message.snapshot.world)
  if (message.type === "subscribed" && message.snapshot.kind === "transcript") transcript = message.snapshot.page.events
  if (message.type === "envelope" && world)
    world = message.events.filter(({ seq }) => seq > (world?.seq ?? 0)).reduce(evolve, world)
}
const agents = () => (world ? allAgents(world) : [])
const named = (name: string) => agents().find((agent) => agent.name === name)
const waiting = (): AttentionItem[] => Object.values(world?.attention ?? {})
const rehearse = (what: string) => say({ type: "message.send", agentId: jakeId, text: `rehearse: ${what}`, delivery: "queue" })

test("a team of twelve on three levels brings a question, an approval and a result", async () => {
  rehearse("team")
  const kinds = () => new Set(waiting().map(({ kind }) => kind))
  await untilFact("all three wait", () => ["question", "approval", "result"].every((kind) => kinds().has(kind as never)))
  expect(agents()).toHaveLength(12)
})

test("OPM-9 messages: one below tells the one above, as data, and is told something", async () => {
  rehearse("messages")
  await untilFact("it is done", () => named("Orli")?.standing.kind === "done")
  await untilFact("Jake is done", () => named("Jake")?.standing.kind === "done")
  const fromBelow = (await told(jakeId)).find((text) => text.startsWith("Orli tells you:"))
  expect(fromBelow).toMatch(/<<untrusted .*\nWhat follows [\s\S]*ninety centimetres wide/)
  expect(await told(named("Orli")?.id ?? jakeId)).toContain("Jake, whom you work for, says:\nMeasure it twice, please.")
})

test("OPM-9 failing: a child that fails is told upwards, started again, and has failed for good in the end", async () => {
  say({ type: "settings.change", patch: { limits: { restarts: 1 } } })
  rehearse("failing")
  await untilFact("it is started again", () => named("Menashe")?.due?.why === "restart")
  await untilFact("it has failed for good", () => named("Menashe")?.standing.kind === "stuck")
  await untilFact("Jake is done", () => named("Jake")?.standing.kind === "done")
  expect((await told(jakeId)).filter((text) => text.startsWith("Menashe has failed"))).toEqual([
    "Menashe has failed: Menashe's reply was empty. Kibitz starts it again.",
    "Menashe has failed for good: Menashe's reply was empty.",
  ])
}, 30_000)

test("OPM-9 questions: one is answered above, one climbs to the user, and two that are the same are one with one answer", async () => {
  rehearse("questions")
  const questions = () => waiting().filter((item) => item.kind === "question")
  await untilFact("three have come to the user", () => questions().length === 3)
  await untilFact("the one above has answered the other", () => named("Dalia")?.standing.kind === "done")
  const now = toInstant(Temporal.Now.instant())
  const context = {
    now,
    world: world ?? expect.fail("no world"),
    lastAnswer: null,
    visited: new Map(),
    pinned: new Set<AgentId>(),
  }
  const groups = orderItems(questions(), context).map(({ items }) => items)
  expect(groups.map(({ length }) => length).toSorted()).toEqual([1, 2])
  for (const [first, ...also] of groups) {
    say({ type: "question.answer", itemId: first.id, also: also.map(({ id }) => id), text: "That one." })
  }
  const names = ["Sol", "Bina", "Zev"]
  await untilFact("everybody has an answer", () => names.every((name) => named(name)?.standing.kind === "done"))
})
