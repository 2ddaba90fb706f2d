// Owns: the far end of the socket for the model contract: a server on which the test says each word.
import type { ServerResponse } from "node:http"
import type { ModelFailureKind } from "@kibitz/contract"
import type { Exchange, ModelStage } from "@kibitz/testkit/model"
import { anthropicModel } from "../model.ts"
import { eventStream, loopback, sse } from "./loopback.ts"

const refusals: Partial<Record<ModelFailureKind, readonly [status: number, type: string, message?: string]>> = {
  rate_limited: [429, "rate_limit_error"],
  overloaded: [529, "overloaded_error"],
  invalid_request: [400, "invalid_request_error"],
  billing: [402, "billing_error"],
  auth: [401, "authentication_error"],
  model_not_found: [404, "not_found_error"],
  too_long: [413, "request_too_large"],
}

export async function httpStage(): Promise<ModelStage> {
  const untaken: Exchange[] = []
  const waiting: ((exchange: Exchange) => void)[] = []
  let checks: readonly string[] | ModelFailureKind = []
  const server = await loopback((request, response, body) => {
    if (request.method === "GET") {
      if (typeof checks === "string") refuse(response, checks)
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ data: checks.map((id) => ({ id })), has_more: false }))
      return
    }
    const exchange = exchangeOn(response, JSON.parse(body).model)
    const taker = waiting.shift()
    if (taker !== undefined) taker(exchange)
    else untaken.push(exchange)
  })
  const model = anthropicModel({ credentials: () => ({ apiKey: "key", baseUrl: server.baseUrl }) })
  return {
    model,
    asked() {
      const exchange = untaken.shift()
      return exchange === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(exchange)
    },
    answerChecks(answer) {
      checks = answer
    },
    async close() {
      model.close()
      await server.close()
    },
  }
}

function refuse(response: ServerResponse, kind: ModelFailureKind): void {
  const [status, type] = refusals[kind] ?? [500, "api_error"]
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify({ type: "error", error: { type, message: `told: ${kind}` } }))
}

function exchangeOn(response: ServerResponse, model: string): Exchange {
  const gone = Promise.withResolvers<void>()
  response.on("close", () => gone.resolve())
  let index = -1
  let textOpen = false
  let called = false

  function write(text: string): void {
    if (!response.headersSent) {
      response.writeHead(200, eventStream)
      const usage = { input_tokens: 10, output_tokens: 1 }
      response.write(sse({ type: "message_start", message: { id: "msg_1", role: "assistant", model, content: [], usage } }))
    }
    response.write(text)
  }

  function open(content_block: Record<string, unknown>): void {
    closeText()
    index++
    write(sse({ type: "content_block_start", index, content_block }))
  }

  function closeText(): void {
    if (textOpen) write(sse({ type: "content_block_stop", index }))
    textOpen = false
  }

  const delta = (inner: Record<string, unknown>) => write(sse({ type: "content_block_delta", index, delta: inner }))

  return {
    text(text) {
      if (!textOpen) open({ type: "text", text: "" })
      textOpen = true
      delta({ type: "text_delta", text })
    },
    thinking(thinking, signature) {
      open({ type: "thinking", thinking: "", signature: "" })
      delta({ type: "thinking_delta", thinking })
      delta({ type: "signature_delta", signature })
      write(sse({ type: "content_block_stop", index }))
    },
    call(name, input) {
      called = true
      open({ type: "tool_use", id: `toolu_${index}`, name, input: {} })
      for (const partial_json of JSON.stringify(input).match(/.{1,7}/gsu) ?? []) delta({ type: "input_json_delta", partial_json })
      write(sse({ type: "content_block_stop", index }))
    },
    finish(stopReason) {
      closeText()
      const stop_reason = stopReason ?? (called ? "tool_use" : "end_turn")
      write(sse({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }))
      response.end(sse({ type: "message_stop" }))
    },
    fail(kind) {
      if (!response.headersSent) refuse(response, kind)
      else if (kind === "cut") response.destroy()
      else response.end(sse({ type: "error", error: { type: refusals[kind]?.[1] ?? "api_error", message: `told: ${kind}` } }))
    },
    left: () => gone.promise,
  }
}
