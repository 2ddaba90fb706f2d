// npm run bench [name …]: runs the named benchmarks, or all, and prints one JSON line for each figure.
import { agentsBenchmark } from "./agents.bench.ts"
import { attentionBenchmark } from "./attention.bench.ts"
import { canvasBenchmark } from "./canvas.bench.ts"
import { chatBenchmark } from "./chat.bench.ts"
import { decodeBenchmark } from "./decode.bench.ts"
import { dispatchBenchmarks } from "./dispatch.bench.ts"
import { gateBenchmark } from "./gate.bench.ts"
import { printed } from "./harness.ts"
import { joinBenchmark } from "./join.bench.ts"
import { killsBenchmark } from "./kills.ts"
import { loadBenchmark } from "./load.bench.ts"
import { mapBenchmark } from "./map.bench.ts"
import { paletteBenchmark } from "./palette.bench.ts"
import { shellBenchmark } from "./shell.bench.ts"
import { soakBenchmark } from "./soak.ts"
import { startBenchmark } from "./start.bench.ts"
import { transcriptBenchmark } from "./transcript.bench.ts"
import { turnBenchmark } from "./turn.bench.ts"

const benchmarks = [
  dispatchBenchmarks,
  decodeBenchmark,
  turnBenchmark,
  transcriptBenchmark,
  shellBenchmark,
  startBenchmark,
  joinBenchmark,
  gateBenchmark,
  attentionBenchmark,
  agentsBenchmark,
  loadBenchmark,
  paletteBenchmark,
  canvasBenchmark,
  mapBenchmark,
  chatBenchmark,
  soakBenchmark,
  killsBenchmark,
]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown[0]}". There are: ${benchmarks.map(({ name }) => name).join(", ")}.`)
  process.exit(2)
}
for (const benchmark of benchmarks) {
  if (wanted.length > 0 ? !wanted.includes(benchmark.name) : benchmark.onlyWhenNamed) continue
  for (const measurement of await benchmark.run()) console.log(printed(measurement))
}
