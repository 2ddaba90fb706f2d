// Runs the bundler over every target. Started by build.ts.
import { worldShape } from "@kibitz/domain"
import { build } from "vite"
import { targets } from "./targets.ts"

/** What Kibitz would otherwise work out at every start. */
const known = { __WORLD_SHAPE__: String(worldShape()) }

for (const { name, config } of targets) {
  try {
    await build({ ...config, define: { ...config.define, ...known } })
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
