// @ts-check
// `npm run <task>`: the single tasks, with the same set-up as `npm start`.
import { handOver } from "./setup/bootstrap.mjs"
import { runMain } from "./setup/progress.mjs"

await runMain(() => handOver("tasks/run.ts", process.argv.slice(2)))
