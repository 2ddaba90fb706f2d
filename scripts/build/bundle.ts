// Runs the bundler over every target. Started by build.ts.
import { build } from "vite"
import { targets } from "./targets.ts"

for (const { name, config } of targets) {
  try {
    await build(config)
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
