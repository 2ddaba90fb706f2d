// Owns: what must not be read in a log by whoever is asked to send one in (T17).
import type { Json } from "@kibitz/contract"

const LONGEST_TEXT = 10_000
const DEEPEST = 8
const HIDDEN = "[redacted]"

const secretField =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|key|password|passphrase|secret|token|access[-_]?token|auth[-_]?token)$/i
const secretTexts: readonly [RegExp, string][] = [
  [/\bsk-[A-Za-z0-9_-]{6,}/g, HIDDEN],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [
    /\b((?:proxy-)?authorization|x-api-key|api[-_]?key|anthropic_api_key|anthropic_auth_token)(["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b|\[redacted\])[^\s"',;}]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [/(:\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${HIDDEN}@`],
]

export function redactText(text: string, known: ReadonlySet<string> = new Set()): string {
  let safe = text
  for (const secret of known) safe = safe.replaceAll(secret, HIDDEN)
  for (const [pattern, replacement] of secretTexts) safe = safe.replace(pattern, replacement)
  // Cut last: cutting first could leave half a key that no pattern knows.
  return safe.length > LONGEST_TEXT ? `${safe.slice(0, LONGEST_TEXT)}… (${safe.length} characters)` : safe
}

/** Anything at all, as JSON that is fit to be logged. Errors keep their name, message, stack, code, kind and cause. */
export function redact(value: unknown, known: ReadonlySet<string> = new Set(), depth = 0): Json {
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  if (typeof value === "string") return redactText(value, known)
  if (typeof value !== "object") return redactText(String(value), known)
  if (depth >= DEEPEST) return "…"
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => redact(each, known, depth + 1))
  const fields: [string, unknown][] = value instanceof Error ? errorFields(value) : Object.entries(value)
  const safe: Record<string, Json> = Object.create(null)
  for (const [name, field] of fields) {
    if (field === undefined) continue
    safe[redactText(name, known)] = secretField.test(name) && typeof field === "string" ? HIDDEN : redact(field, known, depth + 1)
  }
  return safe
}

function errorFields(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error
  const { code, kind, status } = error as { code?: unknown; kind?: unknown; status?: unknown }
  return Object.entries({ name, message, stack, code, kind, status, cause })
}
