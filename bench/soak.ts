// Does a host that works for long grow without end? Fifty agents work in rehearsal for twenty minutes, in the built program, over its own protocol.
// Takes as long as it says, so it runs only when it is named: npm run bench -- soak.
//
// Two series are sampled from inside the process, each after a collection of garbage:
// - at work, every ten seconds. An agent in a turn holds its conversation: at most 700,000 characters (supervisor/history/histories.ts), as blocks, as
//   the JSON of each block, and as a request body until the provider answers: about 3 MB. The rehearsal server runs in the same process and reads every
//   body again. So this series grows while conversations grow to their cap, and moves with the number of agents in a turn.
// - at rest, once a minute: everybody is paused, no turn is under way. Nothing of a conversation is held then, so what grows here is a leak.
// The slope over the second half of each series is printed with its standard error. The journal grows by design: it keeps what happened.
//
//   KIBITZ_SOAK_AGENTS    how many agents work (50)
//   KIBITZ_SOAK_MINUTES   for how long (20)
//   KIBITZ_SOAK_FOLDER    a folder to work in and to keep: the next soak there continues with the same team
//   KIBITZ_SOAK_SNAPSHOTS a folder and minutes, such as /tmp/heaps:2,6: heap snapshots are written there (each makes rss jump)
//   KIBITZ_SOAK_VERBOSE   prints every sample on stderr
import { once } from "node:events"
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { AgentId } from "@kibitz/contract"
import { type Benchmark, inTempFolder } from "./harness.ts"
import { dataDirIn, type HostProgram, startHostProgram } from "./host-program.ts"
import type { ProbeAsk, ProbeSample } from "./workers/soak-probe.ts"

const AGENTS = Number(process.env.KIBITZ_SOAK_AGENTS ?? 50)
const MINUTES = Number(process.env.KIBITZ_SOAK_MINUTES ?? 20)
const [snapshotFolder, snapshotMinutes = ""] = (process.env.KIBITZ_SOAK_SNAPSHOTS ?? "").split(":")
const keptFolder = process.env.KIBITZ_SOAK_FOLDER
const SAMPLE_MS = 10_000
/** Ten reads of it are a quarter of what a conversation may hold: each reaches its cap within minutes, and the second half of the soak is steady. */
const README_LINES = 450
/** Every so many samples everybody rests for one. */
const REST_EVERY = 6
/** How often each agent gets a message; in between it continues by itself. */
const SPOKEN_TO_EVERY_MS = 8_000

/** The number of the first subscription, which is to the world. */
const WORLD = 1

const probe = join(import.meta.dirname, "workers/soak-probe.ts")

export const soakBenchmark: Benchmark = {
  name: "soak",
  onlyWhenNamed: true,
  run: async () => [JSON.stringify(await (keptFolder ? soak(keptFolder) : inTempFolder(soak)))],
}

type Sample = ProbeSample & { readonly minute: number; readonly journal: number }
type Samples = { readonly atWork: readonly Sample[]; readonly atRest: readonly Sample[] }
type Slope = { readonly perMinute: number; readonly standardError: number; readonly verdict: string }

async function soak(folder: string) {
  const host = startHostProgram(folder, { nodeArgs: ["--expose-gc", "--import", probe], readmeLines: README_LINES })
  try {
    const work = keepBusy(host, await prepare(host))
    const { atWork, atRest } = await sampled(host, folder, work)
    work.stop()
    return {
      bench: "soak",
      agents: AGENTS,
      minutes: MINUTES,
      turns: work.turns(),
      atRest: summed(atRest),
      atWork: summed(atWork),
      mostHeldAtWorkMb: Math.round((most(atWork, "heapUsed") - most(atRest, "heapUsed")) / 1e6),
    }
  } finally {
    await host.end()
  }
}

const most = (samples: readonly Sample[], field: keyof ProbeSample) => Math.max(...samples.map((sample) => sample[field]))

function summed(samples: readonly Sample[]) {
  const later = samples.slice(Math.floor(samples.length / 2))
  const of = (field: keyof ProbeSample | "journal", unit: number) => slopeOf(later, field, unit)
  const [first, last] = [samples[0], samples.at(-1)]
  return {
    samples: samples.length,
    rssMb: of("rss", 1e6),
    heapTotalMb: of("heapTotal", 1e6),
    heapUsedMb: of("heapUsed", 1e6),
    externalMb: of("external", 1e6),
    descriptors: of("descriptors", 1),
    journalMb: of("journal", 1e6),
    first: first && rounded(first),
    last: last && rounded(last),
  }
}

/** Least squares over the minutes, per minute. */
function slopeOf(samples: readonly Sample[], field: keyof ProbeSample | "journal", unit: number): Slope {
  const points = samples.map((sample) => ({ x: sample.minute, y: sample[field] / unit }))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const perMinute = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const residual = points.reduce((sum, point) => sum + (point.y - y - perMinute * (point.x - x)) ** 2, 0)
  const standardError = Math.sqrt(residual / (points.length - 2) / spread)
  const verdict =
    points.length < 3
      ? "too few samples"
      : Math.abs(perMinute) < 2 * standardError || perMinute === 0
        ? "indistinguishable from zero"
        : perMinute > 0
          ? "grows"
          : "shrinks"
  return { perMinute: Number(perMinute.toPrecision(3)), standardError: Number(standardError.toPrecision(3)), verdict }
}

function rounded({ minute, rss, heapTotal, heapUsed, external, descriptors, journal }: Sample) {
  const mb = (bytes: number) => Number((bytes / 1e6).toFixed(1))
  return {
    minute: Number(minute.toFixed(1)),
    rssMb: mb(rss),
    heapTotalMb: mb(heapTotal),
    heapUsedMb: mb(heapUsed),
    externalMb: mb(external),
    descriptors,
    journalMb: mb(journal),
  }
}

async function sampled(host: HostProgram, folder: string, work: Work): Promise<Samples> {
  const atWork: Sample[] = []
  const atRest: Sample[] = []
  const wanted = snapshotMinutes.split(",").filter(Boolean).map(Number)
  const began = performance.now()
  const minute = () => (performance.now() - began) / 60_000
  const take = async (series: Sample[], name: string) => {
    const sample = { ...(await probed<ProbeSample>(host, { ask: "sample" })), minute: minute(), journal: journalSize(folder) }
    series.push(sample)
    if (process.env.KIBITZ_SOAK_VERBOSE) console.error(name, JSON.stringify(rounded(sample)))
  }
  while (minute() < MINUTES) {
    await wait(SAMPLE_MS)
    await take(atWork, "at work")
    if (atWork.length % REST_EVERY === 0) {
      await work.rest()
      await take(atRest, "at rest")
      await work.resume()
    }
    const due = wanted[0]
    if (snapshotFolder && due !== undefined && minute() >= due) {
      wanted.shift()
      mkdirSync(snapshotFolder, { recursive: true })
      await probed(host, { ask: "snapshot", file: join(snapshotFolder, `minute-${due}.heapsnapshot`) })
    }
  }
  return { atWork, atRest }
}

function journalSize(folder: string): number {
  const file = join(dataDirIn(folder), "kibitz.db")
  return [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0)
}

async function probed<T>({ child }: HostProgram, ask: ProbeAsk): Promise<T> {
  child.send(ask)
  const [answer] = await once(child, "message")
  return answer as T
}

/** As many agents as are to work, and nothing that would stop them. */
async function prepare(host: HostProgram): Promise<readonly AgentId[]> {
  const limits = { requests: AGENTS, iterations: 1_000, workingMinutes: 24 * 60, idleContinuations: 100, children: 1_000 }
  await host.accepted({ type: "settings.change", patch: { rehearse: true, limits } })
  const ids = Object.keys((await host.world()).world.agents) as AgentId[]
  host.heard((message) => {
    if (message.type !== "envelope" || message.subscription !== WORLD) return
    for (const { event } of message.events) if (event.type === "agent.founded") ids.push(event.agentId)
  })
  for (let number = ids.length; number < AGENTS; number++)
    await host.accepted({ type: "agent.spawn", parentId: "jake", name: `Agent ${number}` })
  // As a screen that shows one chat.
  await host.ask({ type: "subscribe", id: 0, channel: { kind: "transcript", agentId: "jake" } })
  return ids
}

/** What they are told, in turn: many small reads, and a reply that is written for a while. */
const words = ["rehearse: ten reads", "rehearse: ten reads", "rehearse: stream 200 tokens at 100 a second"]

type Work = {
  turns(): number
  /** Pauses everybody; resolves when no turn is under way. */
  rest(): Promise<void>
  resume(): Promise<void>
  stop(): void
}

function keepBusy(host: HostProgram, ids: readonly AgentId[]): Work {
  let turns = 0
  let isOver = false
  let isResting = false
  let rested = () => {}
  const busy = new Set<AgentId>()
  host.heard((message) => {
    if (message.type !== "envelope" || message.subscription !== WORLD) return
    for (const { event } of message.events) {
      if (event.type === "turn.started") busy.add(event.agentId)
      if (event.type !== "turn.finished" && event.type !== "turn.failed" && event.type !== "turn.interrupted") continue
      busy.delete(event.agentId)
      turns += 1
    }
    if (busy.size === 0) rested()
  })
  void speak()
  return {
    turns: () => turns,
    async rest() {
      isResting = true
      await host.dispatch({ type: "agent.halt", agentId: "jake", how: "pause", all: true })
      if (busy.size > 0) await new Promise<void>((resolve) => (rested = resolve))
    },
    async resume() {
      await host.dispatch({ type: "agent.resume", agentId: "jake", scope: "all" })
      isResting = false
    },
    stop() {
      isOver = true
    },
  }

  async function speak(): Promise<void> {
    for (let round = 0; !isOver; round++) {
      for (const [at, agentId] of ids.entries()) {
        const text = words[(round + at) % words.length] as string
        if (!isResting && !busy.has(agentId)) void host.dispatch({ type: "message.send", agentId, text })
        await wait(SPOKEN_TO_EVERY_MS / ids.length)
        if (isOver) return
      }
    }
  }
}
