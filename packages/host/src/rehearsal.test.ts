// The shows without a key, on the real engine with its usual ten slots and the real model adapter, against the real rehearsal. The words come
// as fast as they can, and the time in which agents rest and go on is the test's own; where the pace itself is looked at, both run faster alike.
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { systemClock } from "@kibitz/adapters/system"
import { type Agent, type AttentionItem, jakeId, toInstant } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import type { Clock, Tools } from "@kibitz/ports"
import { startRehearsal } from "@kibitz/rehearsal"
import { startEngine } from "@kibitz/supervisor"
import { countingIds, fixedChance, manualClock, memoryDrafts, memoryJournal, recordingLog, untilFact } from "@kibitz/testkit"
import { afterEach, expect, test } from "vitest"

const shipped = join(import.meta.dirname, "../../../resources/rehearsal")
const STEP_MS = 20
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

let close: (() => Promise<void>) | null = null
afterEach(() => close?.())

async function openStage({
  scenariosDir = shipped,
  pace = 0,
  clock: given,
}: {
  scenariosDir?: string
  pace?: number
  clock?: Clock
} = {}) {
  const rehearsal = await startRehearsal({ scenariosDir, pace })
  const model = anthropicModel({ credentials: () => rehearsal })
  const journal = memoryJournal()
  const manual = manualClock()
  const clock = given ?? manual
  const written = new Set<string>()
  const ran: string[] = []
  const tools: Tools = {
    async *run({ capability, input }) {
      const { path = "", command = "" } = input as { path?: string; command?: string }
      ran.push(capability)
      if (capability === "write_file") written.add(path)
      const ok = capability !== "bash" || [...written].some((file) => command.includes(file))
      yield { type: "end", ok, output: ok ? "fine" : "not there", bytes: 4 }
    },
  }
  const engine = startEngine({
    journal,
    clock,
    ids: countingIds(),
    chance: fixedChance(0.5),
    model,
    tools,
    drafts: memoryDrafts(),
    log: recordingLog(),
    project: "/project",
  })
  await engine.open()
  const { supervisor } = engine
  const tell = async (...[command, origin]: Parameters<typeof supervisor.dispatch>) => supervisor.dispatch(command, origin)
  await tell({ type: "surfaces.record", surfaces: ["desktop"] })
  await tell({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  await tell({ type: "settings.change", patch: { defaults: { phase: "execution" } }, confirm: "execution" }, user)
  await tell({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" }, user)
  close = async () => {
    close = null
    engine.stop()
    model.close()
    await rehearsal.close()
  }
  const items = (): readonly AttentionItem[] => Object.values(supervisor.world().attention)
  return {
    tell,
    ran: ran as readonly string[],
    items,
    agents: (): readonly Agent[] => allAgents(supervisor.world()),
    jake: () => findAgent(supervisor.world(), jakeId) ?? expect.fail("Jake is not there"),
    named: (name: string) => allAgents(supervisor.world()).find((one) => one.name === name),
    journal: () => journal.all(),
    of: (type: string) => journal.all().filter(({ event }) => event.type === type),
    say: (text: string) => tell({ type: "message.send", agentId: jakeId, text, delivery: "queue" }, user),
    passed: () => clock.monotonic(),
    /** Lets time go on, a little after everything that was ready has happened, until this holds. */
    async until(fact: () => boolean, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
      while (!fact()) {
        await new Promise<void>((resolve) => setTimeout(resolve, 1))
        await supervisor.drain()
        await meanwhile()
        manual.advance(STEP_MS)
      }
    },
  }
}
const has = (items: readonly AttentionItem[], kind: AttentionItem["kind"]) => items.some((item) => item.kind === kind)

test("OPM-9 the team of twelve brings one question, one approval and one result to the user", async () => {
  const stage = await openStage()
  await stage.say("rehearse: team")
  await stage.until(() => ["question", "approval", "result"].every((kind) => has(stage.items(), kind as AttentionItem["kind"])))
  expect(stage.passed()).toBeLessThanOrEqual(20_000)
  expect(stage.agents()).toHaveLength(12)
})

/** A clock on which so many seconds pass in one: what is played so much faster takes its natural time on it. */
function fastClock(times: number): Clock {
  const system = systemClock()
  const from = { at: system.now(), ms: system.monotonic() }
  const monotonic = () => (system.monotonic() - from.ms) * times
  const now = () => from.at.add({ microseconds: Math.round(monotonic() * 1_000) })
  return {
    now,
    instant: () => toInstant(now()),
    monotonic,
    after: (delayMs, callback) => system.after(delayMs / times, callback),
  }
}

test("OPM-9 at the natural pace, with ten requests at a time, the three of the team come within twenty seconds", async () => {
  const TIMES = 4
  const stage = await openStage({ pace: 1 / TIMES, clock: fastClock(TIMES) })
  await stage.say("rehearse: team")
  const wanted = ["question", "approval", "result"] as const
  await untilFact("all three wait for the user", () => wanted.every((kind) => has(stage.items(), kind)))
  const said = stage.of("turn.started")[0]?.at ?? expect.fail("nothing was said")
  const came = wanted.map((kind) => {
    const raised = stage.journal().find(({ event }) => event.type === "attention.raised" && event.item.kind === kind)
    return Date.parse(raised?.at ?? "") - Date.parse(said)
  })
  for (const ms of came) expect(ms).toBeLessThanOrEqual(20_000)
  // They came at that pace, not as fast as it goes.
  expect(Math.max(...came)).toBeGreaterThan(2_000)
  expect(stage.agents()).toHaveLength(12)
})

test("OPM-8 perseverance: what is said to be done too early fails its check, is done after all, and passes", async () => {
  const stage = await openStage()
  await stage.say("rehearse: perseverance")
  const yes = async () => {
    for (const item of stage.items()) {
      if (item.kind !== "approval") continue
      await stage.tell({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "once" } }, user)
    }
  }
  await stage.until(() => stage.named("Asher")?.standing.kind === "done", yes)
  expect(stage.named("Asher")?.standing).toMatchObject({ kind: "done", verified: true })
  const ends = stage.of("verification.ended").map(({ event }) => event.type === "verification.ended" && event.passed)
  expect(ends.slice(0, 2)).toEqual([false, true])
})

test("OPM-1 the constellation starts two hundred agents", async () => {
  const stage = await openStage()
  await stage.say("rehearse: constellation")
  await stage.until(() => stage.agents().length >= 200)
  expect(stage.agents()).toHaveLength(200)
})

test("A11 a call in a reply the provider declined is not made, and an agent alone does not run into the same again", async () => {
  const dir = await mkdtemp(join(tmpdir(), "kibitz-refusal-"))
  const step = {
    blocks: [
      { type: "text", text: "I will" },
      { type: "tool_use", name: "read_file", input: { path: "secret.txt" } },
    ],
    stop: "refusal",
    stopDetails: { type: "refusal", category: "cyber", explanation: "Not this." },
  }
  const scenario = { name: "otherwise", about: "declines", order: 100, when: "otherwise", steps: [step] }
  await writeFile(join(dir, "otherwise.json"), JSON.stringify(scenario))
  const stage = await openStage({ scenariosDir: dir })
  await stage.tell({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" }, { actor: "app", surface: null })
  await stage.until(() => stage.named("Ed")?.standing.kind === "stuck" && stage.jake().standing.kind === "stuck")
  const replies = stage.of("turn.replied").length
  const from = stage.passed()
  await stage.until(() => stage.passed() - from > 10_000)
  expect([stage.ran, stage.of("turn.replied").length]).toEqual([[], replies])
  expect(stage.items()).toContainEqual(
    expect.objectContaining({ kind: "stuck", detail: expect.stringContaining("cyber: Not this") }),
  )
  await rm(dir, { recursive: true, force: true })
})
