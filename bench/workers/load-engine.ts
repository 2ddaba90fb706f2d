// The engine under load in a process of its own: so many agents, so many of them streaming, others going on by themselves meanwhile.
// Takes its plan as JSON, prints what it measured as one JSON line. Needs --expose-gc.
import { monitorEventLoopDelay } from "node:perf_hooks"
import { anthropicModel } from "@kibitz/adapters/anthropic"
import type { AgentId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Model } from "@kibitz/ports"
import type { Engine } from "@kibitz/supervisor"
import { aMoment, limitsForLoad, spawnAgents, watchContinuations } from "../agents-for-bench.ts"
import { engineForBench } from "../engine-for-bench.ts"
import { percentile } from "../harness.ts"

export type LoadPlan = {
  readonly server: { readonly baseUrl: string; readonly apiKey: string }
  readonly folder: string
  readonly agents: number
  readonly streaming: number
  /** Tokens in a second, of each. */
  readonly rate: number
  /** How many of the others go on by themselves, again and again. */
  readonly continuing: number
  readonly seconds: number
  /** Whether one screen shows the world and one transcript. */
  readonly watched: boolean
}

export type LoadFigures = {
  readonly lag: Spread
  readonly lateness: Spread
  readonly tokens: number
  readonly cpuMicros: number
  readonly wallMs: number
  readonly shown: number
  /** After a collection: with nobody working, and with everybody at work who is to be. */
  readonly idle: Memory
  readonly working: Memory
}
type Spread = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number }
type Memory = { readonly rss: number; readonly used: number }

const RESOLUTION_MS = 5
const SETTLE_MS = 3_000

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan
const model = anthropicModel({ credentials: () => plan.server })
let tokens = 0
const { engine, close } = engineForBench(plan.folder, plan.folder, counting(model))
await engine.open()
await engine.supervisor.dispatch({
  type: "settings.change",
  patch: { limits: { ...limitsForLoad, requests: requestsFor(plan) } },
})
const agents = await spawnAgents(engine, plan.agents - 1)
const idle = await memory()
const lateness = watchContinuations(engine)
await startWork(engine, agents)
const working = await memory()
const shown = plan.watched ? watch(engine, agents[0] as AgentId) : () => 0
const figures: LoadFigures = { ...(await measure()), idle, working, shown: shown() }
lateness.stop()
close()
model.close()
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(0)

function requestsFor({ streaming }: LoadPlan): number {
  return Math.min(1_000, Math.max(250, streaming))
}

/** Counts what comes without standing in its way: one more promise for each token would be measured along. */
function counting(inner: Model): Model {
  return {
    ...inner,
    stream(request, signal) {
      const events = inner.stream(request, signal)[Symbol.asyncIterator]()
      const next = events.next.bind(events)
      return Object.assign(events as AsyncGenerator<never>, {
        next: () => {
          tokens += 1
          return next()
        },
      })
    },
  }
}

async function startWork({ supervisor }: Engine, ids: readonly AgentId[]): Promise<void> {
  const { streaming, continuing, rate, seconds } = plan
  const needed = Math.min(15_000, Math.ceil(rate * (seconds + SETTLE_MS / 1_000 + 20)))
  const streamers = ids.slice(0, streaming)
  for (const [at, agentId] of streamers.entries()) {
    await supervisor.dispatch({
      type: "message.send",
      agentId,
      text: `rehearse: stream ${needed} tokens at ${rate} a second`,
      delivery: "queue",
    })
    if (at % 10 === 9) await aMoment(10)
  }
  for (const agentId of ids.slice(streaming, streaming + continuing)) {
    await supervisor.dispatch({
      type: "message.send",
      agentId,
      text: "Think about the colour of the shop's buttons.",
      delivery: "queue",
    })
    await aMoment(10)
  }
  await aMoment(SETTLE_MS)
  const atWork = allAgents(supervisor.world()).filter(({ id, turn }) => turn && streamers.includes(id)).length
  if (atWork !== streaming) throw new Error(`${atWork} agents are streaming, not ${streaming}`)
}

/** As a screen would: every event of the world and every piece of one transcript goes through JSON. */
function watch({ channels }: Engine, agentId: AgentId): () => number {
  let characters = 0
  const show = (what: unknown) => {
    characters += JSON.stringify(what).length
  }
  const subscriber = { events: show, live: show }
  for (const opened of [
    channels.subscribe({ kind: "world" }, subscriber),
    channels.subscribe({ kind: "transcript", agentId, bytes: 256_000 }, subscriber),
  ]) {
    show(opened?.snapshot)
  }
  return () => characters
}

async function measure(): Promise<Pick<LoadFigures, "lag" | "lateness" | "tokens" | "cpuMicros" | "wallMs">> {
  const before = lateness.milliseconds.length
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const tokensBefore = tokens
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  loop.enable()
  await aMoment(plan.seconds * 1_000)
  loop.disable()
  const wallMs = performance.now() - began
  const cpu = process.cpuUsage(cpuBefore)
  const late = lateness.milliseconds.slice(before)
  return {
    lag: {
      count: loop.count,
      p50: loop.percentile(50) / 1e6,
      p99: loop.percentile(99) / 1e6,
      max: loop.max / 1e6,
    },
    lateness: {
      count: late.length,
      p50: percentile(late, 0.5),
      p99: percentile(late, 0.99),
      max: percentile(late, 1),
    },
    tokens: tokens - tokensBefore,
    cpuMicros: cpu.user + cpu.system,
    wallMs,
  }
}

async function memory(): Promise<Memory> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await aMoment(50)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, used: heapUsed + external }
}
