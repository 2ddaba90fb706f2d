// Cold start to a usable composer and memory of all processes, against an Electron that only says hello. Fresh profile each time,
// alternating; the first pair only warms the disk cache and is dropped.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { spawnForLine } from "./child.ts"
import { type Benchmark, inTempFolder, median } from "./harness.ts"
import { root } from "./project.ts"

const ROUNDS = 7

type Started = { readonly ms: number; readonly megabytes: number }

export const startBenchmark: Benchmark = {
  name: "start",
  run: () =>
    inTempFolder(async (folder) => {
      const kibitz: Started[] = []
      const hello: Started[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const bare = await launch(join(import.meta.dirname, "apps/hello-main.mjs"), "#ready", join(folder, `hello-${round}`))
        const ours = await launch(join(root, "dist/desktop/main.js"), '[data-testid="composer"]', join(folder, `kibitz-${round}`))
        if (round === 0) continue
        hello.push(bare)
        kibitz.push(ours)
      }
      const note = `median of ${ROUNDS}; limit: an Electron window with one line of text`
      return [
        {
          name: "cold-start",
          value: median(kibitz.map((s) => s.ms)),
          limit: median(hello.map((s) => s.ms)),
          unit: "ms",
          target: 1.5,
          note,
        },
        {
          name: "resident-memory",
          value: median(kibitz.map((s) => s.megabytes)),
          limit: median(hello.map((s) => s.megabytes)),
          unit: "MB",
          target: 1.5,
          note,
        },
      ]
    }),
}

async function launch(entry: string, selector: string, profile: string): Promise<Started> {
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
    KIBITZ_PROBE_SPAWNED: String(Date.now()),
  })
  return line
}
