// A thousand agents, two hundred of them streaming at forty tokens a second from a server in another process, a hundred others going on
// by themselves: whether the engine still answers at once, and whether a token costs more the more agents there are.
import { join } from "node:path"
import { spawnForLine } from "./child.ts"
import { type Benchmark, inTempFolder, type Measurement } from "./harness.ts"
import type { LoadFigures, LoadPlan } from "./workers/load-engine.ts"

const LAG_MS = 50
const LATENESS_MS = 100
const AGENTS = 1_000
const STREAMING = 200
const RATE = 40
const CONTINUING = 100
const SECONDS = 20
const FEW_STREAMING = 10
const FEW_SECONDS = 10
/** What else the machine does is measured along: the quietest of several runs is what the engine does. */
const RUNS = 3

export const loadBenchmark: Benchmark = {
  name: "load",
  run: async () => {
    const crowd = { agents: AGENTS, streaming: STREAMING, rate: RATE, continuing: CONTINUING, seconds: SECONDS }
    return [
      ...underLoad("unseen", await runs({ ...crowd, watched: false })),
      ...underLoad("watched", await runs({ ...crowd, watched: true })),
      await tokenCost(),
    ]
  },
}

function underLoad(how: "unseen" | "watched", measured: readonly LoadFigures[]): Measurement[] {
  const by = (of: "lag" | "lateness") => [...measured].sort((a, b) => a[of].p99 - b[of].p99)
  const [calm] = by("lag")
  const [timely] = by("lateness")
  if (!calm || !timely) throw new Error("nothing was measured")
  const all = (of: "lag" | "lateness") => by(of).map((one) => one[of].p99.toFixed(0))
  const { lag, tokens, cpuMicros, wallMs } = calm
  const busy = `${Math.round(tokens / (wallMs / 1_000))} tokens/s, ${Math.round(cpuMicros / wallMs / 10)} % of one core`
  const who = how === "watched" ? "; one screen with the world and one transcript" : "; nobody looks"
  return [
    {
      name: `load-${how}-loop-lag-p99`,
      value: lag.p99,
      limit: LAG_MS,
      unit: "ms",
      target: 1,
      note: `${AGENTS} agents, ${STREAMING} streaming, ${busy}${who}; p50 ${lag.p50.toFixed(1)}, max ${lag.max.toFixed(0)}; p99 of all runs: ${all("lag").join(", ")}; 5 ms of it are the watch itself`,
    },
    {
      name: `load-${how}-continuation-lateness-p99`,
      value: timely.lateness.p99,
      limit: LATENESS_MS,
      unit: "ms",
      target: 1,
      note: `due to on disk, ${timely.lateness.count} continuations of ${CONTINUING} agents; p50 ${timely.lateness.p50.toFixed(1)}, max ${timely.lateness.max.toFixed(0)}; p99 of all runs: ${all("lateness").join(", ")}`,
    },
  ]
}

/** The same ten streams, among ten, a hundred and a thousand agents. */
async function tokenCost(): Promise<Measurement> {
  const few = { streaming: FEW_STREAMING, rate: RATE, continuing: 0, seconds: FEW_SECONDS, watched: false }
  const sizes = [FEW_STREAMING + 1, 100, AGENTS]
  const costs: number[] = []
  for (const agents of sizes) {
    const each = (await runs({ ...few, agents })).map(({ cpuMicros, tokens }) => cpuMicros / tokens)
    costs.push(Math.min(...each))
  }
  const [least = Number.NaN, , most = Number.NaN] = costs
  const slope = slopeOf(sizes, costs) * 1_000
  return {
    name: "load-token-cost-growth",
    value: most,
    limit: least,
    unit: "µs of CPU a token",
    target: 1.2,
    note: `${FEW_STREAMING} streams among 11, 100 and ${AGENTS} agents: ${costs.map((cost) => cost.toFixed(1)).join(", ")}; slope ${slope.toFixed(1)} for a thousand agents more; limit: among 11`,
  }
}

/** Of the straight line that fits best. */
function slopeOf(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, value, at) => sum + (value - x) * ((ys[at] ?? y) - y), 0)
  return covariance / xs.reduce((sum, value) => sum + (value - x) ** 2, 0)
}

async function runs(plan: Omit<LoadPlan, "server" | "folder">): Promise<LoadFigures[]> {
  const measured: LoadFigures[] = []
  for (let run = 0; run < RUNS; run++) measured.push(await runLoad(plan))
  return measured
}

export function runLoad(plan: Omit<LoadPlan, "server" | "folder">): Promise<LoadFigures> {
  return inTempFolder(async (folder) => {
    const workers = join(import.meta.dirname, "workers")
    const { child, line: server } = await spawnForLine<LoadPlan["server"]>(process.execPath, [
      join(workers, "rehearsal-server.ts"),
      "1",
    ])
    try {
      const { line } = await spawnForLine<LoadFigures>(process.execPath, [
        "--expose-gc",
        join(workers, "load-engine.ts"),
        JSON.stringify({ ...plan, server, folder } satisfies LoadPlan),
      ])
      return line
    } finally {
      child.kill()
    }
  })
}
