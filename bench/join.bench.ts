// U9: from the press of Enter on the map to `user joined` in the supervisor, in the real app. The limit is what a person does not notice (ux 8).
import { type Benchmark, inTempFolder, percentile } from "./harness.ts"
import { inElectron } from "./in-electron.ts"

const LIMIT_MS = 30

export const joinBenchmark: Benchmark = {
  name: "join",
  run: () =>
    inTempFolder(async (folder) => {
      const args = ["--ux-probe", "--ux-seed=3,2,0"]
      const { samples } = await inElectron<{ samples: readonly number[] }>({ script: "join.mjs", folder, args })
      const note = `p95 of ${samples.length}; median ${percentile(samples, 0.5).toFixed(1)} ms; limit: ux 8`
      return [{ name: "U9 join-delivered", value: percentile(samples, 0.95), limit: LIMIT_MS, unit: "ms", target: 1, note }]
    }),
}
