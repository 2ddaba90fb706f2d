// Owns: reading a request body up to a limit, without keeping more than the limit in memory.
import type { IncomingMessage } from "node:http"

export type ReadBody =
  | { readonly ok: true; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly reason: "too-large" | "gone" | "not-utf8" }

export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve({ ok: false, reason: "too-large" })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
      else resolve({ ok: false, reason: "too-large" })
    })
    request.on("end", () => {
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
        resolve({ ok: true, text, bytes })
      } catch {
        resolve({ ok: false, reason: "not-utf8" })
      }
    })
    request.on("error", () => resolve({ ok: false, reason: "gone" }))
    request.on("close", () => resolve({ ok: false, reason: "gone" }))
  })
}
