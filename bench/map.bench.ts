// The zoom map on the real Electron (U2, U4, U5): five seconds of zooming in and out of invented teams, and the key to the next thing that needs the
// user. JS is what the map's code takes for a frame; the rest of a frame is the browser's, which here has the processor draw the pixels too. Of three
// rounds the middle one counts: one in which the machine did something else is not the map's, and the quietest is not what a user gets.
import { join } from "node:path"
import { spawnForLine } from "./child.ts"
import { type Benchmark, type Measurement, percentile } from "./harness.ts"
import { root } from "./project.ts"

const SECONDS = 5
/** What one frame of the map may take, whatever the machine draws with (ux 8). */
const JS_MS = 6
const JS_MANY_MS = 10
/** Without a graphics card (ux 8): from one frame to the next, and from the press to the picture. */
const FRAME_MS = 33
const PRESS_MS = 160
const ASKING = 40
const PRESSES = 40

export const mapBenchmark: Benchmark = {
  name: "map",
  run: async () => [
    ...(await zooming("U4 map-zoom-1000", "1000,5,0", JS_MS)),
    ...(await zooming("U5 map-zoom-1000-streaming", "1000,5,50", JS_MS)),
    ...(await zooming("U4 map-zoom-10000", "10000,6,0", JS_MANY_MS)),
    await attending(),
  ],
}

type Round = { readonly js: readonly number[]; readonly at: readonly number[] }

async function zooming(name: string, seed: string, limit: number): Promise<readonly Measurement[]> {
  const { rounds } = await measured<{ rounds: readonly Round[] }>("zoom", seed, String(SECONDS * 1_000))
  return [
    middle(
      `${name}-js`,
      limit,
      `seed ${seed}`,
      rounds.map(({ js }) => js),
    ),
    middle(`${name}-frame`, FRAME_MS, `seed ${seed}, from one frame to the next`, rounds.map(apart)),
  ]
}

function apart({ at }: Round): readonly number[] {
  return at.slice(1).map((now, index) => now - (at[index] ?? now))
}

function middle(name: string, limit: number, what: string, rounds: readonly (readonly number[])[]): Measurement {
  const all = rounds.map((times) => percentile(times, 0.95))
  // One that was measured, also where their number is even.
  const value = percentile(all, 0.5)
  const times = rounds[all.indexOf(value)] ?? []
  const note = `${what}, p95 of ${times.length} frames in ${SECONDS} s; half of them below ${percentile(times, 0.5).toFixed(1)}; the rounds: ${all.map((p95) => p95.toFixed(1)).join(", ")}`
  return { name, value, limit, unit: "ms", target: 1, note }
}

async function attending(): Promise<Measurement> {
  const { times } = await measured<{ times: number[] }>("attend", String(ASKING), String(PRESSES))
  const note = `p95 of ${times.length} presses to as many that wait; half of them within ${percentile(times, 0.5).toFixed(0)} ms. With a graphics card the limit is 100 ms`
  return { name: "U2 next-attention", value: percentile(times, 0.95), limit: PRESS_MS, unit: "ms", target: 1, note }
}

async function measured<T>(...args: readonly string[]): Promise<T> {
  const { line } = await spawnForLine<T>(process.execPath, [join(root, "e2e/perf/map.ts"), ...args])
  return line
}
