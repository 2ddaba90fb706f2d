// Opens a journal the way a start does and subscribes to the last page, in a fresh process. Prints time and memory as one JSON line.
import { jakeId, PAGE_BYTES } from "@kibitz/contract"
import { worldShape } from "@kibitz/domain"
import { engineForBench } from "../engine-for-bench.ts"

const dataDir = process.argv[2]
if (!dataDir) throw new Error("usage: open-transcript <data folder>")
// A built Kibitz has this number from its build (scripts/build/bundle.ts).
worldShape()
globalThis.gc?.()
const before = process.memoryUsage().rss
const began = performance.now()
const { engine, close } = engineForBench(dataDir, dataDir)
await engine.open()
const opened = engine.channels.subscribe({ kind: "transcript", agentId: jakeId, bytes: PAGE_BYTES }, { events() {}, live() {} })
const ms = performance.now() - began
const addedMb = (process.memoryUsage().rss - before) / 1024 / 1024
const events = opened?.snapshot.kind === "transcript" ? opened.snapshot.page.events.length : 0
close()
process.stdout.write(`${JSON.stringify({ ms, addedMb, events })}\n`)
