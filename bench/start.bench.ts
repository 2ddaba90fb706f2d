// Cold start to a usable composer and memory of all processes, against an Electron that only says hello. Two kinds, both sides alike: the start of every day, with
// one profile for all rounds, on which Enter rejoins; and the first start of all, with a fresh profile, which ends at the welcome (what a new user can use first)
// and for U20 goes on from there, with Escape and Enter over the map, to the composer. Alternating; the first rounds warm disk and profile (Chromium keeps compiled code from the third start on) and are dropped.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { spawnForLine } from "./child.ts"
import { type Benchmark, inTempFolder, median } from "./harness.ts"
import { root } from "./project.ts"

const ROUNDS = 7
const WARMING = 3

/** What a person would wait for, on a machine of two cores without a graphics card (U20). */
const USABLE_MS = 2_500
const composer = '[data-testid="composer"]'
const onTheMap = ['[data-testid="map"] canvas', "Enter"]
const firstWay = JSON.stringify([['[data-testid="welcome"]', "Escape"], onTheMap])
const usualWay = JSON.stringify([onTheMap])
const hello = join(import.meta.dirname, "apps/hello-main.mjs")
const kibitz = join(root, "dist/desktop/main.cjs")

/** `metMs`: when the first thing on the way was there; without a way, when the page was drawn. */
type Started = { readonly ms: number; readonly metMs: number; readonly megabytes: number }

export const startBenchmark: Benchmark = {
  name: "start",
  run: () =>
    inTempFolder(async (folder) => {
      const first = { hello: [] as Started[], kibitz: [] as Started[] }
      const usual = { hello: [] as Started[], kibitz: [] as Started[] }
      for (let round = -WARMING; round < ROUNDS; round++) {
        for (const [kind, profile] of [[first, `first-${round}`] as const, [usual, "usual"] as const]) {
          const isFirst = kind === first || round === -WARMING
          const bare = await launch(hello, "#ready", "[]", join(folder, `hello-${profile}`))
          const ours = await launch(kibitz, composer, isFirst ? firstWay : usualWay, join(folder, `kibitz-${profile}`))
          if (round < 0) continue
          kind.hello.push(bare)
          kind.kibitz.push(ours)
        }
      }
      const ms = (starts: readonly Started[]) => median(starts.map((start) => start.ms))
      const metMs = (starts: readonly Started[]) => median(starts.map((start) => start.metMs))
      const megabytes = (starts: readonly Started[]) => median(starts.map((start) => start.megabytes))
      const note = `median of ${ROUNDS}; limit: an Electron window with one line of text`
      const time = { unit: "ms", target: 1.5 } as const
      return [
        { name: "cold-start", value: ms(usual.kibitz), limit: ms(usual.hello), ...time, note: `${note}; a used profile` },
        {
          name: "first-start",
          value: metMs(first.kibitz),
          limit: ms(first.hello),
          ...time,
          note: `${note}; a fresh profile, to the welcome`,
        },
        {
          name: "U20 start-to-composer",
          value: ms(first.kibitz),
          limit: USABLE_MS,
          unit: "ms",
          target: 1,
          note: `median of ${ROUNDS}; a fresh profile, through the welcome and the map`,
        },
        { name: "resident-memory", value: megabytes(first.kibitz), limit: megabytes(first.hello), unit: "MB", target: 1.5, note },
      ]
    }),
}

async function launch(entry: string, selector: string, way: string, profile: string): Promise<Started> {
  const electron = process.env.KIBITZ_ELECTRON
  if (!electron) throw new Error("KIBITZ_ELECTRON is not set: run this through npm run bench, which finds the Electron runtime")
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const args = [
    join(import.meta.dirname, "apps/probe.mjs"),
    `--user-data-dir=${profile}`,
    `--data-dir=${join(profile, "data")}`,
    `--project=${root}`,
  ]
  if (process.getuid?.() === 0) args.push("--no-sandbox")
  const { line } = await spawnForLine<Started>(electron, args, {
    ...process.env,
    ANTHROPIC_API_KEY: "",
    KIBITZ_PROBE_ENTRY: entry,
    KIBITZ_PROBE_SELECTOR: selector,
    KIBITZ_PROBE_WAY: way,
    KIBITZ_PROBE_SPAWNED: String(Date.now()),
  })
  return line
}
