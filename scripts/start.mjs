// @ts-check
// `npm start`: sets up what is missing, builds what changed, opens Kibitz. Runs on any Node from 20 on, before dependencies exist.
import { handOver } from "./setup/bootstrap.mjs"
import { runMain } from "./setup/progress.mjs"

await runMain(() => handOver("tasks/start.ts", process.argv.slice(2)))
