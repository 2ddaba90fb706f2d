// A turn with ten read calls: Kibitz with its gate, journal and recovery, against the shortest loop over the same SDK that reads the
// same file ten times. Both send the same words and tools, to the same rehearsal server in another process.
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import Anthropic from "@anthropic-ai/sdk"
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { AgentId, capabilities } from "@kibitz/contract"
import { findAgent, systemPrompt } from "@kibitz/domain"
import type { Engine } from "@kibitz/supervisor"
import { z } from "zod"
import { spawnForLine } from "./child.ts"
import { engineForBench } from "./engine-for-bench.ts"
import { type Benchmark, inTempFolder, median } from "./harness.ts"

const ROUNDS = 200
const WARM_UP = 30
const PROMPT = "rehearse: ten reads"
const CALLS = 10

type Server = { readonly baseUrl: string; readonly apiKey: string }

export const turnBenchmark: Benchmark = {
  name: "turn",
  run: () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "README.md"), "# Bench\n\nA file to be read.\n".repeat(100))
      const { child, line: server } = await spawnForLine<Server>(process.execPath, [
        join(import.meta.dirname, "workers/rehearsal-server.ts"),
      ])
      const client = new Anthropic({ apiKey: server.apiKey, baseURL: server.baseUrl, maxRetries: 0 })
      const model = anthropicModel({ credentials: () => server })
      const ours: number[] = []
      const bare: number[] = []
      const { engine, close } = engineForBench(join(folder, "data"), folder, model)
      await engine.open()
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        // A new agent each round, so that both sides send a history of the same length.
        const agentId = AgentId.parse(`agent-${round}`)
        await engine.supervisor.dispatch({ type: "agent.found", agentId, name: agentId })
        const turn = await timeTurn(engine, agentId)
        const agent = findAgent(engine.supervisor.world(), agentId)
        const loop = await timeLoop(client, folder, agent ? systemPrompt(agent, "bench") : "")
        if (round < WARM_UP) continue
        ours.push(turn)
        bare.push(loop)
      }
      close()
      model.close()
      child.kill()
      const note = `per turn of ${CALLS} calls; limit: a bare loop over the SDK; ${(median(ours) / (CALLS + 1)).toFixed(2)} ms a step`
      return [{ name: "turn-with-ten-reads", value: median(ours), limit: median(bare), unit: "ms", target: 1.5, note }]
    }),
}

function timeTurn({ supervisor }: Engine, agentId: AgentId): Promise<number> {
  return new Promise((resolve, reject) => {
    let reads = 0
    const began = performance.now()
    const unlisten = supervisor.listen((batch) => {
      for (const { event } of batch) {
        if (event.type === "call.finished" && event.result.ok) reads += 1
        if (event.type === "turn.failed") reject(new Error(event.failure.message))
        if (event.type !== "turn.finished") continue
        unlisten()
        if (reads === CALLS) resolve(performance.now() - began)
        else reject(new Error(`the turn made ${reads} reads, not ${CALLS}`))
      }
    })
    void supervisor.dispatch({ type: "message.send", agentId, text: PROMPT, delivery: "queue" })
  })
}

const tools = Object.entries(capabilities).map(([name, { description, input }]) => ({
  name,
  description,
  input_schema: z.toJSONSchema(input) as Anthropic.Tool.InputSchema,
}))

async function timeLoop(client: Anthropic, folder: string, system: string): Promise<number> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: PROMPT }]
  let reads = 0
  const began = performance.now()
  for (;;) {
    const stream = client.messages.stream({ model: "claude-sonnet-5-5", max_tokens: 16_000, system, messages, tools })
    const reply = await stream.finalMessage()
    if (reply.stop_reason !== "tool_use") break
    messages.push({ role: "assistant", content: reply.content })
    const results: Anthropic.ToolResultBlockParam[] = []
    for (const block of reply.content) {
      if (block.type !== "tool_use") continue
      const { path, from, lines } = block.input as { path: string; from: number; lines: number }
      const text = (await readFile(join(folder, path), "utf8")).split("\n").slice(from - 1, from - 1 + lines)
      results.push({ type: "tool_result", tool_use_id: block.id, content: text.join("\n") })
      reads += 1
    }
    messages.push({ role: "user", content: results })
  }
  const took = performance.now() - began
  if (reads !== CALLS) throw new Error(`the bare loop made ${reads} reads, not ${CALLS}`)
  return took
}
