// Starts over a journal of many agents the way the app does and opens a screen's view of the world, in a fresh process. Prints times,
// the size of what such a screen is sent, and memory as one JSON line.
import { allAgents, worldShape } from "@kibitz/domain"
import { engineForBench } from "../engine-for-bench.ts"

export type OpenedTeam = {
  readonly agents: number
  readonly openMs: number
  readonly snapshotMs: number
  readonly characters: number
  readonly rssMb: number
}

const dataDir = process.argv[2]
if (!dataDir) throw new Error("usage: open-team <data folder>")
// A built Kibitz has this number from its build (scripts/build/bundle.ts).
worldShape()
const began = performance.now()
const { engine, close } = engineForBench(dataDir, dataDir)
await engine.open()
const openMs = performance.now() - began
const subscribed = performance.now()
const opened = engine.channels.subscribe({ kind: "world" }, { events() {}, live() {} })
const snapshotMs = performance.now() - subscribed
const characters = JSON.stringify(opened?.snapshot).length
const found: OpenedTeam = {
  agents: allAgents(engine.supervisor.world()).length,
  openMs,
  snapshotMs,
  characters,
  rssMb: process.memoryUsage().rss / 1024 / 1024,
}
close()
process.stdout.write(`${JSON.stringify(found)}\n`)
