// Owns: the API's way to say no: a status and a body with an error type.
import type { ErrorType } from "./scenario.ts"

export type Refusal = {
  readonly status: number
  readonly type: ErrorType
  readonly message: string
  readonly errorCode?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

export function refuse(status: number, type: ErrorType, message: string): Refusal {
  return { status, type, message }
}

export function invalid(message: string): Refusal {
  return refuse(400, "invalid_request_error", message)
}

export function errorBody(refusal: Omit<Refusal, "status">, requestId: string): string {
  const details = refusal.errorCode === undefined ? {} : { details: { error_code: refusal.errorCode } }
  return JSON.stringify({
    type: "error",
    error: { type: refusal.type, message: refusal.message, ...details },
    request_id: requestId,
  })
}

/** The status an error type has when it is said before a stream began. */
export const statusOf: Readonly<Record<ErrorType, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  api_error: 500,
  overloaded_error: 529,
}
