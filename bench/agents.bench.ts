// What a large team costs when it does nothing: starting with ten thousand agents, memory for each one more, and a change of one status.
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import {
  type AgentId,
  type Event,
  type Instant,
  jakeId,
  type MessageId,
  noUsage,
  type TurnId,
  WIRE_WORLD_LIMIT,
  type World,
} from "@kibitz/contract"
import { allAgents, decide, emptyWorld, evolve, findAgent, fromApp, transcriptOf } from "@kibitz/domain"
import type { NewEntry } from "@kibitz/ports"
import { spawnForLine } from "./child.ts"
import { engineForBench } from "./engine-for-bench.ts"
import { type Benchmark, inTempFolder, type Measurement, median } from "./harness.ts"
import { migrationsDir } from "./project.ts"
import type { Memory, MemoryFigures } from "./workers/agents-memory.ts"
import type { OpenedTeam } from "./workers/open-team.ts"

const TEAM = 10_000
const PER_LEAD = 30
const START_MS = 2_000
const IDLE_BYTES = 50_000
const WORKING_BYTES = 1_500_000
const OPENINGS = 5
const MEMORY_RUNS = 3
const ACTIVE = 50
const at = "2026-01-01T00:00:00.000Z" as Instant
const workers = join(import.meta.dirname, "workers")

export const agentsBenchmark: Benchmark = {
  name: "agents",
  run: async () => [...(await start()), ...(await memory()), ...statusChange()],
}

async function start(): Promise<Measurement[]> {
  return await inTempFolder(async (folder) => {
    await fill(folder)
    const opened: OpenedTeam[] = []
    for (let round = 0; round < OPENINGS; round++) {
      const { line } = await spawnForLine<OpenedTeam>(process.execPath, [join(workers, "open-team.ts"), folder])
      if (line.agents !== TEAM + 1) throw new Error(`${line.agents} agents were there, not ${TEAM + 1}`)
      opened.push(line)
    }
    const ready = median(opened.map(({ openMs, snapshotMs }) => openMs + snapshotMs))
    const { characters = 0, rssMb = 0 } = opened[0] ?? {}
    const note = `${TEAM} idle agents; of it the view of a screen ${median(opened.map((o) => o.snapshotMs)).toFixed(0)} ms; ${rssMb.toFixed(0)} MB`
    return [
      { name: "agents-start", value: ready, limit: START_MS, unit: "ms", target: 1, note },
      {
        name: "agents-world-on-the-wire",
        value: characters,
        limit: WIRE_WORLD_LIMIT,
        unit: "characters",
        target: 1,
        note: `${(characters / TEAM).toFixed(0)} for each of ${TEAM} agents; limit: the largest message a screen takes`,
      },
    ]
  })
}

async function memory(): Promise<Measurement[]> {
  const figures: MemoryFigures[] = []
  for (let run = 0; run < MEMORY_RUNS; run++) figures.push(await inTempFolder(measureMemory))
  const typical = (pick: (one: MemoryFigures) => Memory) => ({
    used: median(figures.map((one) => pick(one).used)),
    rss: median(figures.map((one) => pick(one).rss)),
  })
  const idle = typical(({ idle }) => idle)
  const working = typical(({ working }) => working)
  return [
    memoryOf("agents-memory-idle", idle, IDLE_BYTES),
    { ...memoryOf("agents-memory-working", working, WORKING_BYTES), note: noteOf(working, "; each streams a reply") },
  ]
}

function memoryOf(name: string, { used, rss }: Memory, limit: number): Measurement {
  // Whichever is more: what is in use, or what the system sees of it.
  return {
    name,
    value: Math.max(used, rss) / 1_000,
    limit: limit / 1_000,
    unit: "kB",
    target: 1,
    note: noteOf({ used, rss }, ""),
  }
}

function noteOf({ used, rss }: Memory, more: string): string {
  return `for each more, from 100 to 1000: ${(used / 1_000).toFixed(1)} in use after a collection, ${(rss / 1_000).toFixed(1)} resident${more}`
}

async function measureMemory(folder: string): Promise<MemoryFigures> {
  const { child, line: server } = await spawnForLine<object>(process.execPath, [join(workers, "rehearsal-server.ts"), "1"])
  try {
    const plan = JSON.stringify({ ...server, folder })
    return (await spawnForLine<MemoryFigures>(process.execPath, ["--expose-gc", join(workers, "agents-memory.ts"), plan])).line
  } finally {
    child.kill()
  }
}

/** However many there are, a status is counted on the way from one agent to the root and nowhere else. */
function statusChange(): Measurement[] {
  const few = changeIn(100)
  const many = changeIn(TEAM)
  return [
    {
      name: "agents-touched-by-a-status",
      value: many.touched,
      limit: few.touched,
      unit: "agents",
      target: 1,
      note: `one agent of ${TEAM} begins to work; limit: one of 100`,
    },
    {
      name: "agents-status-change",
      value: many.micros,
      limit: few.micros,
      unit: "µs",
      // The part of the map that is copied holds forty agents instead of one.
      target: 3,
      note: `${ACTIVE} agents begin and end among ${TEAM}; limit: as many among 100`,
    },
    {
      name: "agents-decision",
      value: many.decisionMicros,
      limit: few.decisionMicros,
      unit: "µs",
      target: 3,
      note: `the user speaks to one agent of ${TEAM}; limit: to one of 100`,
    },
  ]
}

function changeIn(count: number): { touched: number; micros: number; decisionMicros: number } {
  let world = founding(count).reduce<World>((before, event) => evolve(before, { seq: before.seq + 1, at, event }), emptyWorld)
  const leaves = allAgents(world).flatMap(({ id, childIds }) => (childIds.length === 0 ? [id] : []))
  const ids = leaves.filter((_, index) => index % Math.floor(leaves.length / ACTIVE) === 0)
  const change = (before: World, round: number) => {
    const agentId = ids[((round >> 1) * 7_919) % ids.length] as AgentId
    const turnId = "turn_1" as TurnId
    const event: Event =
      round % 2 === 0 ? { type: "turn.started", agentId, turnId, model: "m" } : { type: "turn.finished", agentId, turnId }
    return evolve(before, { seq: before.seq + 1, at, event })
  }
  const after = change(world, 0)
  const touched = allAgents(after).filter((agent) => findAgent(world, agent.id) !== agent).length
  const micros = quietest(10_000, (round) => {
    world = change(world, round)
  })
  const moment = { at, id: (prefix: string) => `${prefix}_1`, origin: fromApp }
  const decisionMicros = quietest(200, (round) => {
    const agentId = ids[round % ids.length] as AgentId
    const decision = decide(world, { type: "message.send", agentId, text: "Go on.", delivery: "queue" }, moment)
    if ("rejection" in decision) throw new Error(decision.rejection.message)
  })
  return { touched, micros, decisionMicros }
}

/** Of seven runs the quietest: what else the machine does is not counted. */
function quietest(rounds: number, work: (round: number) => void): number {
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now()
    for (let round = 0; round < rounds; round++) work(round)
    return ((performance.now() - began) / rounds) * 1_000
  })
  return Math.min(...times)
}

function founding(count: number): Event[] {
  const agents = Array.from({ length: count }, (_, number): Event => {
    const isLead = number % PER_LEAD === 0
    const parentId = isLead ? jakeId : idOf(number - (number % PER_LEAD))
    return { type: "agent.founded", agentId: idOf(number), parentId, name: `Agent ${number}` }
  })
  return [{ type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" }, ...agents]
}

function idOf(number: number): AgentId {
  return `agent_0000000000000${String(number).padStart(11, "0")}` as AgentId
}

/** Each has been talked to once, as an idle agent of a real team has. */
async function fill(folder: string): Promise<void> {
  const journal = sqliteJournal({ file: join(folder, "kibitz.db"), migrationsDir })
  const events = founding(TEAM).flatMap((event, number) =>
    event.type === "agent.founded" && number > 0 ? [event, ...talk(event.agentId, number)] : [event],
  )
  const entries = events.map((event, index): NewEntry => ({ seq: index + 1, at, event, transcriptOf: transcriptOf(event) }))
  for (let from = 0; from < entries.length; from += 5_000) journal.append(entries.slice(from, from + 5_000))
  journal.close()
  // One ordinary start and stop saves the world, as the app does every few thousand events.
  const { engine, close } = engineForBench(folder, folder)
  await engine.open()
  close()
}

function talk(agentId: AgentId, number: number): Event[] {
  const turnId = `turn_${number}` as TurnId
  const content = [{ type: "text" as const, text: "I have looked at it and found nothing to do." }]
  const reply = { content, stopReason: "end_turn" as const, stopDetail: null, usage: noUsage, model: "m", requestId: null }
  return [
    { type: "turn.started", agentId, turnId, model: "m" },
    { type: "message.delivered", agentId, turnId, messageId: `msg_u${number}` as MessageId, text: "Look at your part." },
    { type: "turn.replied", agentId, turnId, messageId: `msg_a${number}` as MessageId, step: 1, reply },
    { type: "turn.finished", agentId, turnId },
    { type: "agent.moved", agentId, standing: { kind: "done", at, verified: false }, because: "It says so." },
  ]
}
