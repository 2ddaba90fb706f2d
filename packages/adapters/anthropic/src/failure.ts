// Owns: which kind of trouble an error is (A1–A8). By status, error type and error code; by wording only where the API has nothing else.
import type { ModelFailure, ModelFailureKind } from "@kibitz/contract"
import { NotTheProvider, Stalled } from "./transport.ts"

type ReadableHeaders = Pick<Headers, "get">

/** What the SDK's APIError carries. Read by shape, so that this file does not load the SDK. */
type Told = {
  readonly status: number | null
  readonly type: string | null
  readonly code: string | null
  readonly message: string
  readonly headers: ReadableHeaders | null
}

export function failureOf(cause: unknown, streaming: boolean, requestId: string | null): ModelFailure {
  const told = read(cause)
  return {
    kind: kindOf(cause, told, streaming),
    message: told.message,
    status: told.status,
    requestId: told.headers?.get("request-id") ?? requestId,
    retryAfterMs: told.headers === null ? null : retryAfterMs(told.headers, Date.now()),
  }
}

export function failure(kind: ModelFailureKind, message: string, requestId: string | null = null): ModelFailure {
  return { kind, message, status: null, requestId, retryAfterMs: null }
}

function kindOf(cause: unknown, told: Told, streaming: boolean): ModelFailureKind {
  const root = rootOf(cause)
  if (root instanceof Stalled) return "stalled"
  if (root instanceof NotTheProvider) return root.isElsewhere ? "unknown" : "offline"
  if (told.code === "enforced_spend_limit_reached") return "billing"
  if (told.code === "organization_on_hold" || told.code === "claude_code_key_creator_not_member") return "auth"
  if (told.status === 400 || told.type === "invalid_request_error") return kindOfInvalid(told.message)
  if (told.status !== null) return kindOfStatus(told.status, told.type)
  if (told.type !== null) return kindOfType[told.type] ?? "unknown"
  // No status and no error type: the connection itself. After the first byte of a reply it is a reply cut short.
  return streaming ? "cut" : "offline"
}

/** The API reports these three as plain invalid requests, with nothing but the sentence to tell them apart (A4, A6). */
function kindOfInvalid(message: string): ModelFailureKind {
  if (/prompt is too long|exceed(s)? (the )?context (limit|window)/i.test(message)) return "too_long"
  if (/credit balance is too low|reached your specified .*usage limits?/i.test(message)) return "billing"
  return "invalid_request"
}

function kindOfStatus(status: number, type: string | null): ModelFailureKind {
  switch (status) {
    case 401:
    case 403:
      return "auth"
    case 402:
      return "billing"
    case 404:
      // A server that does not know the path answers 404 as well; only the API's own error type speaks of the model.
      return type === "not_found_error" ? "model_not_found" : "unknown"
    case 408:
    case 409:
      return "overloaded"
    case 407:
    case 511:
      return "offline"
    case 413:
      return "too_long"
    case 422:
      return "invalid_request"
    case 429:
      return "rate_limited"
    case 501:
      return "unknown"
    default:
      return status >= 500 ? "overloaded" : "unknown"
  }
}

const kindOfType: Readonly<Record<string, ModelFailureKind>> = {
  rate_limit_error: "rate_limited",
  overloaded_error: "overloaded",
  api_error: "overloaded",
  timeout_error: "overloaded",
  authentication_error: "auth",
  permission_error: "auth",
  billing_error: "billing",
  not_found_error: "model_not_found",
  request_too_large: "too_long",
}

function read(cause: unknown): Told {
  if (typeof cause !== "object" || cause === null)
    return { status: null, type: null, code: null, message: String(cause), headers: null }
  const error = cause as Record<string, unknown>
  return {
    status: Number.isInteger(error.status) ? (error.status as number) : null,
    type: typeof error.type === "string" ? error.type : null,
    code: typeof error.errorCode === "string" ? error.errorCode : null,
    message: messageOf(cause, error),
    headers: hasGet(error.headers) ? error.headers : null,
  }
}

function hasGet(headers: unknown): headers is ReadableHeaders {
  return typeof headers === "object" && headers !== null && "get" in headers && typeof headers.get === "function"
}

function messageOf(cause: object, error: Record<string, unknown>): string {
  if (typeof error.apiMessage === "string") return error.apiMessage
  const root = rootOf(cause)
  return root instanceof Error && root.message !== "" ? root.message : String(error.message ?? "the request failed")
}

/** The SDK wraps what the transport threw; what happened is at the bottom. */
function rootOf(cause: unknown): unknown {
  let error = cause
  for (let depth = 0; depth < 8 && error instanceof Error && error.cause instanceof Error; depth++) error = error.cause
  return error
}

/** retry-after-ms, or retry-after in seconds or as a date. Anything that is not a time to come is no answer. */
export function retryAfterMs(headers: ReadableHeaders, now: number): number | null {
  const millis = Number(headers.get("retry-after-ms") ?? Number.NaN)
  if (Number.isFinite(millis) && millis >= 0) return millis
  const text = headers.get("retry-after")
  if (text === null || text.trim() === "") return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
