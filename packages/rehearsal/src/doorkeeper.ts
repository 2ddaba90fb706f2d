// Owns: who may speak to the rehearsal (T19). It listens on loopback, where every page in a browser can reach it as well: a page
// sends an Origin, a rebound name sends another Host, and neither knows the key.
import { hash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { type Refusal, refuse } from "./refusal.ts"

export function doorkeeper(apiKey: string, host: string): (request: IncomingMessage) => Refusal | null {
  const expected = digest(apiKey)
  return (request) => {
    const { headers } = request
    if (headers.host !== host) return refuse(403, "permission_error", "This server is reached by its loopback address only.")
    if (headers.origin !== undefined) return refuse(403, "permission_error", "Web pages may not use this server.")
    const key = headers.authorization?.startsWith("Bearer ") ? headers.authorization.slice(7) : headers["x-api-key"]
    if (typeof key !== "string") return refuse(401, "authentication_error", "Authorization header is required")
    if (!timingSafeEqual(digest(key), expected)) return refuse(401, "authentication_error", "invalid bearer token")
    return null
  }
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer")
}
