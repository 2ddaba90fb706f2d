// What an agent costs in memory, in a fresh process: a hundred, then a thousand of them; then as many at work. Takes the rehearsal's
// address as JSON, prints bytes for each one more as one JSON line. Needs --expose-gc.
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { type AgentId, jakeId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { aMoment, limitsForLoad, spawnAgents } from "../agents-for-bench.ts"
import { engineForBench } from "../engine-for-bench.ts"

export type MemoryFigures = { readonly idle: Memory; readonly working: Memory }
/** Bytes in use after a collection, and bytes the system has given to the process. */
export type Memory = { readonly used: number; readonly rss: number }

const FEW = 100
const MANY = 1_000
/** Slow, so that a thousand at work are no load. */
const STREAM = "rehearse: stream 2000 tokens at 4 a second"

const { folder, ...server } = JSON.parse(process.argv[2] ?? "") as { baseUrl: string; apiKey: string; folder: string }
const model = anthropicModel({ credentials: () => server })
const { engine, close } = engineForBench(folder, folder, model)
await engine.open()
await engine.supervisor.dispatch({ type: "settings.change", patch: { limits: { ...limitsForLoad, requests: MANY } } })
const ids = await spawnAgents(engine, FEW)
const few = await memory()
ids.push(...(await spawnAgents(engine, MANY - FEW)))
const many = await memory()
await setToWork(ids.slice(0, FEW))
const fewAtWork = await memory()
await setToWork(ids.slice(FEW, MANY - 1).concat(jakeId))
const manyAtWork = await memory()
close()
model.close()
const figures: MemoryFigures = { idle: each(few, many), working: each(fewAtWork, manyAtWork) }
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(0)

async function setToWork(those: readonly AgentId[]): Promise<void> {
  for (const [at, agentId] of those.entries()) {
    await engine.supervisor.dispatch({ type: "message.send", agentId, text: STREAM, delivery: "queue" })
    if (at % 10 === 9) await aMoment(20)
  }
  await aMoment(5_000)
  const wanted = new Set(those)
  const atWork = allAgents(engine.supervisor.world()).filter(({ id, turn }) => wanted.has(id) && turn?.status.kind === "asking")
  if (atWork.length !== those.length) throw new Error(`${atWork.length} agents are at work, not ${those.length}`)
}

async function memory(): Promise<Memory> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await aMoment(50)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { used: heapUsed + external, rss }
}

function each(before: Memory, after: Memory): Memory {
  const more = MANY - FEW
  return { used: (after.used - before.used) / more, rss: (after.rss - before.rss) / more }
}
