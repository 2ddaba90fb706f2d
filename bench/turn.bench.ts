// A turn with ten read calls: Kibitz with its gate, journal and recovery, against the shortest loop over the same SDK that reads the
// same file ten times. Both send the same words and tools, to the same rehearsal server in another process. They run in pairs, and the
// ratio is the median of the pairs': other work on the machine falls on both. Only the disk is ours alone, so what it took is told too.
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import Anthropic from "@anthropic-ai/sdk"
import { anthropicModel } from "@kibitz/adapters/anthropic"
import { type Agent, AgentId, capabilities, type World } from "@kibitz/contract"
import { findAgent, systemPrompt, toolsFor } from "@kibitz/domain"
import type { Engine } from "@kibitz/supervisor"
import { z } from "zod"
import { spawnForLine } from "./child.ts"
import { engineForBench } from "./engine-for-bench.ts"
import { type Benchmark, inTempFolder, median, pairedRatio } from "./harness.ts"
import { openRawCommit } from "./raw-commit.ts"

const ROUNDS = 200
/** By then both are compiled: what is measured is an app that has been running for a while. */
const WARM_UP = 150
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
      const commits: number[] = []
      const disk = openRawCommit(folder)
      const { engine, close } = engineForBench(join(folder, "data"), folder, model)
      await engine.open()
      let tools: Anthropic.Tool[] | undefined
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        // A new agent each round, so that both sides send a history of the same length.
        const agentId = AgentId.parse(`agent-${round}`)
        await engine.supervisor.dispatch({ type: "agent.found", agentId, name: agentId })
        const agent = findAgent(engine.supervisor.world(), agentId)
        if (!agent) throw new Error("there is no agent")
        tools ??= toolsOf(agent, engine.supervisor.world())
        const asked = { system: systemPrompt(agent, "bench"), tools }
        // By turns one or the other first: what the first leaves behind for the second to clean up falls on both alike.
        const early = round % 2 === 0 ? await timeLoop(client, folder, asked) : null
        const turn = await timeTurn(engine, agentId)
        const loop = early ?? (await timeLoop(client, folder, asked))
        // Nobody is there, so it would go on by itself two seconds later, in the middle of another round.
        await engine.supervisor.dispatch({ type: "agent.halt", agentId, how: "stop", all: false, scope: "one" })
        if (round < WARM_UP) continue
        ours.push(turn)
        bare.push(loop)
        commits.push(timed(() => disk.one(PROMPT)))
      }
      disk.close()
      close()
      model.close()
      child.kill()
      const step = (median(ours) / (CALLS + 1)).toFixed(2)
      return [
        {
          name: "turn-with-ten-reads",
          value: median(ours),
          limit: median(bare),
          ratio: pairedRatio(ours, bare),
          unit: "ms",
          target: 1.5,
          note: `per turn of ${CALLS} calls, ${step} ms a step; limit: a bare loop over the SDK; one commit took ${median(commits).toFixed(2)} ms meanwhile, a turn makes ${CALLS + 2}`,
        },
      ]
    }),
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function timeTurn({ supervisor }: Engine, agentId: AgentId): Promise<number> {
  return new Promise((resolve, reject) => {
    let reads = 0
    const began = performance.now()
    const unlisten = supervisor.listen((batch) => {
      for (const { event } of batch) {
        if (!("agentId" in event) || event.agentId !== agentId) continue
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

type Asked = Pick<Anthropic.MessageStreamParams, "system" | "tools">

/** What the agent is shown, in the words it is shown in; as plain values, which the author of such a loop would have written down. */
function toolsOf(agent: Agent, { settings }: World): Anthropic.Tool[] {
  const tools = toolsFor(agent, settings).map((name) => {
    const { $schema: _, ...schema } = z.toJSONSchema(capabilities[name].input)
    return { name, description: capabilities[name].description, input_schema: schema }
  })
  return JSON.parse(JSON.stringify(tools)) as Anthropic.Tool[]
}

async function timeLoop(client: Anthropic, folder: string, asked: Asked): Promise<number> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: PROMPT }]
  let reads = 0
  const began = performance.now()
  for (;;) {
    const stream = client.messages.stream({ model: "claude-sonnet-5-5", max_tokens: 16_000, ...asked, messages })
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
