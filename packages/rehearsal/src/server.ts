// Owns: the loopback server, its routes and limits. What is said is decided in answer.ts, how a stream is said in play.ts.
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Answer, answerTo } from "./answer.ts"
import { type Attempts, countAttempts } from "./attempts.ts"
import { readBody } from "./body.ts"
import { doorkeeper } from "./doorkeeper.ts"
import { loadScenarios } from "./load.ts"
import { modelList } from "./models.ts"
import { createPacer, type Pacer } from "./pacer.ts"
import { play } from "./play.ts"
import { errorBody, invalid, type Refusal, refuse } from "./refusal.ts"
import type { Scenario } from "./scenario.ts"

export type RehearsalLog = {
  info(what: string, fields?: Record<string, string | number | boolean>): void
  error(what: string, cause: unknown, fields?: Record<string, string | number | boolean>): void
}

export type RehearsalOptions = {
  readonly scenariosDir: string
  /** 0 or left out: any free port. */
  readonly port?: number
  /** Stretches every delay: 1 is natural, 0 means none at all. */
  readonly pace?: number
  /** Once it is aborted nothing waits any more: running answers are said to their end, later ones come at once. */
  readonly hurry?: AbortSignal
  /** Larger requests get a 413, as at the provider. */
  readonly maxBodyBytes?: number
  readonly log?: RehearsalLog
}

export type Rehearsal = {
  readonly baseUrl: string
  readonly apiKey: string
  close(): Promise<void>
}

type Stage = {
  readonly admit: (request: IncomingMessage) => Refusal | null
  readonly scenarios: readonly Scenario[]
  readonly attempts: Attempts
  readonly pacer: Pacer
  speed(): number
  readonly maxBodyBytes: number
  readonly log: RehearsalLog | undefined
}

const MEGABYTE = 1024 * 1024
const page = "<!doctype html><title>Welcome</title><h1>Sign in to use this network</h1>"

export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const scenarios = await loadScenarios(options.scenariosDir)
  // A client that keeps its connection must not find it closed just as it sends: hence the long keep-alive.
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveTimeout: 10 * 60_000 })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen({ host: "127.0.0.1", port: options.port ?? 0 }, resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const apiKey = `rehearsal-${randomBytes(24).toString("base64url")}`
  const pacer = createPacer()
  const hurry = () => pacer.hurry()
  options.hurry?.addEventListener("abort", hurry)
  const stage: Stage = {
    admit: doorkeeper(apiKey, host),
    scenarios,
    attempts: countAttempts(),
    pacer,
    speed: () => (options.hurry?.aborted ? 0 : (options.pace ?? 1)),
    maxBodyBytes: options.maxBodyBytes ?? 32 * MEGABYTE,
    log: options.log,
  }
  let served = 0
  server.on("request", (request, response) => {
    const requestId = `req_rehearsal_${++served}`
    response.on("error", () => {}) // The client left; there is nobody to tell.
    response.setHeader("request-id", requestId)
    serve(stage, request, response, requestId).catch((cause: unknown) => {
      stage.log?.error("rehearsal request failed", cause, { requestId })
      if (response.headersSent) response.destroy()
      else refuseWith(response, refuse(500, "api_error", "Internal server error"), requestId)
    })
  })
  return {
    baseUrl: `http://${host}`,
    apiKey,
    close: () =>
      new Promise((resolve) => {
        pacer.close()
        options.hurry?.removeEventListener("abort", hurry)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(stage: Stage, request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0] ?? ""
  const refusal = stage.admit(request) ?? refuseRoute(request, path)
  // The body was not read: the connection cannot be used again.
  if (refusal !== null) refuseWith(response, refusal, requestId, "close")
  else if (path === "/v1/models") response.writeHead(200, { "content-type": "application/json" }).end(modelList())
  else await serveMessages(stage, request, response, requestId)
}

function refuseRoute(request: IncomingMessage, path: string): Refusal | null {
  const method = path === "/v1/models" ? "GET" : path === "/v1/messages" ? "POST" : null
  if (method === null) return refuse(404, "not_found_error", "Not Found")
  if (request.method !== method) return refuse(405, "invalid_request_error", "Method Not Allowed")
  if (request.headers["anthropic-version"] === undefined) return invalid("anthropic-version: header is required")
  if (method === "POST" && request.headers["content-type"]?.startsWith("application/json") !== true) {
    return invalid("content-type: must be application/json")
  }
  return null
}

async function serveMessages(stage: Stage, request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
  const body = await readBody(request, stage.maxBodyBytes)
  if (!body.ok) {
    if (body.reason === "not-utf8") refuseWith(response, invalid("The request body is not valid UTF-8"), requestId)
    else if (body.reason === "too-large") {
      refuseWith(response, refuse(413, "request_too_large", "Request exceeds the maximum size"), requestId, "close")
    }
    return
  }
  const { answer, scene, fault } = answerTo({ ...body, requestId }, stage.scenarios, stage.attempts)
  stage.log?.info("rehearsal answers", {
    requestId,
    answer: answer.kind,
    scenario: scene?.scenario.name ?? "none",
    step: scene?.stepNumber ?? 0,
    fault: fault?.type ?? "none",
  })
  deliver(stage, response, answer, requestId)
}

function deliver(stage: Stage, response: ServerResponse, answer: Answer, requestId: string): void {
  switch (answer.kind) {
    case "refused":
      refuseWith(response, answer.refusal, requestId)
      break
    case "page":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)
      break
    case "message":
      response.writeHead(200, { "content-type": "application/json" }).end(answer.json)
      break
    case "stream":
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" })
      play(response, answer.performance, answer.pace, stage.speed(), stage.pacer)
      break
    case "hang-up":
      response.destroy()
      break
    case "silence":
      break
  }
}

function refuseWith(response: ServerResponse, refusal: Refusal, requestId: string, connection?: "close"): void {
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (refusal.retryAfterSeconds !== undefined) headers["retry-after"] = String(refusal.retryAfterSeconds)
  if (connection !== undefined) headers.connection = connection
  response.writeHead(refusal.status, headers).end(errorBody(refusal, requestId))
}
