// Owns: how much of a call's input a screen gets that shows no transcript.
import type { Call, EventOf, Json } from "@kibitz/contract"

/** Enough to say what is being done. */
const SHORT = 2_000

type Judged = EventOf<"call.asked" | "call.allowed" | "call.blocked">

export function leanCall<E extends Judged>(event: E): E {
  return { ...event, input: leanInput(event.input) }
}

export function leanCalls(calls: readonly Call[]): Call[] {
  return calls.map((call): Call => ({ ...call, input: leanInput(call.input) }))
}

export function leanInput(input: Json): Json {
  return JSON.stringify(input).length <= SHORT ? input : {}
}
