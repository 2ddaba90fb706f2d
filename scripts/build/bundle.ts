// Runs the bundler over every target. Started by build.ts.
import { build } from "vite"
import { targets } from "./targets.ts"

for (const { config } of targets) await build(config)
