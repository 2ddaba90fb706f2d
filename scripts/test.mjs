// @ts-check
// `npm test`: sets up what is missing and runs every check there is. Ends with "N passed, N failed".
import { handOver } from "./setup/bootstrap.mjs"
import { runMain } from "./setup/progress.mjs"

await runMain(() => handOver("tasks/test.ts", process.argv.slice(2)))
