// Owns: what a request gets, as a value: a refusal, a page, a whole message or a stream with its end. Does not touch the socket.
import type { Attempts } from "./attempts.ts"
import { chooseScene, type Scene } from "./choose.ts"
import { headFrames, inputUsage, messageId, tailFrames, wholeMessage } from "./envelope.ts"
import { amountOf } from "./fill.ts"
import type { Ending, Performance } from "./play.ts"
import { errorBody, invalid, type Refusal, refuse, statusOf } from "./refusal.ts"
import { planReply } from "./reply.ts"
import { readRequest } from "./request.ts"
import type { Fault, Pace, Scenario } from "./scenario.ts"
import { selfOf } from "./self.ts"

export type Answer =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "page" }
  | { readonly kind: "message"; readonly json: string }
  | { readonly kind: "stream"; readonly performance: Performance; readonly pace: Pace }
  /** The connection is destroyed before anything was said. */
  | { readonly kind: "hang-up" }
  /** Nothing is ever said. */
  | { readonly kind: "silence" }

export type Answered = { readonly answer: Answer; readonly scene: Scene | null; readonly fault: Fault | null }
export type AskedBody = { readonly text: string; readonly bytes: number; readonly requestId: string }

export function answerTo(body: AskedBody, scenarios: readonly Scenario[], attempts: Attempts): Answered {
  let value: unknown
  try {
    value = JSON.parse(body.text)
  } catch (cause) {
    return refused(invalid(`The request body is not valid JSON: ${(cause as Error).message}`))
  }
  const read = readRequest(value)
  if (!read.ok) return refused(read.refusal)
  const { request } = read
  const scene = chooseScene(scenarios, request.messages, selfOf(request.system))
  const planned = scene.step.fault
  const fault = planned !== undefined && attempts.strikes(planned, scene.scenario.name, request.messages) ? planned : null
  if (fault?.type === "http") {
    const { status, error: type, message, errorCode, retryAfterSeconds } = fault
    return { answer: { kind: "refused", refusal: { status, type, message, errorCode, retryAfterSeconds } }, scene, fault }
  }
  if (fault?.type === "html") return { answer: { kind: "page" }, scene, fault }
  if (fault !== null && !request.stream) return { answer: withoutStream(fault), scene, fault }

  const reply = planReply(scene, request)
  const usage = inputUsage(request, body.bytes)
  const id = messageId(scene)
  if (!request.stream) return { answer: { kind: "message", json: wholeMessage(id, request, reply, usage) }, scene, fault }
  const performance: Performance = {
    head: headFrames(id, request, usage),
    beats: fault === null ? reply.beats : reply.beats.slice(0, fault.afterTokens),
    ending: fault === null ? { type: "complete", tail: tailFrames(reply, usage) } : endingOf(fault, body.requestId),
  }
  return { answer: { kind: "stream", performance, pace: paceOf(scene) }, scene, fault }
}

/** The user has come and waits for a handover: nobody speaks more slowly than this then. */
const HANDOVER_TOKENS_PER_SECOND = 60

function paceOf(scene: Scene): Pace {
  const { tokensPerSecond: stated, firstTokenMs, steady = false } = { ...scene.scenario.pace, ...scene.step.pace }
  const tokensPerSecond = typeof stated === "string" ? amountOf(stated, scene) : stated
  if (scene.handover === null || tokensPerSecond === null) return { firstTokenMs, tokensPerSecond, steady }
  return { firstTokenMs, tokensPerSecond: Math.max(tokensPerSecond, HANDOVER_TOKENS_PER_SECOND), steady }
}

function refused(refusal: Refusal): Answered {
  return { answer: { kind: "refused", refusal }, scene: null, fault: null }
}

type StreamFault = Exclude<Fault, { type: "http" | "html" }>

function endingOf(fault: StreamFault, requestId: string): Ending {
  if (fault.type !== "stream-error") return fault
  return {
    type: "error",
    frame: `event: error\ndata: ${errorBody({ type: fault.error, message: fault.message }, requestId)}\n\n`,
  }
}

/** The faults of a stream, told to a request that wants the message in one piece. */
function withoutStream(fault: StreamFault): Answer {
  if (fault.type === "cut") return { kind: "hang-up" }
  if (fault.type === "stall") return { kind: "silence" }
  return { kind: "refused", refusal: refuse(statusOf[fault.error], fault.error, fault.message) }
}
