// Owns: turning what comes over the wire into bounded bytes and then into text. A few kilobytes may unpack to gigabytes, so what is
// counted is what comes out, and what comes in as well.
import type { IncomingMessage } from "node:http"
import { pipeline, type Readable } from "node:stream"
import { createBrotliDecompress, createGunzip } from "node:zlib"
import { type Refusal, refuse, shownName } from "./refusal.ts"

export type Body = { readonly ok: true; readonly bytes: Buffer; readonly cut: boolean }

export async function readBody(response: IncomingMessage, limit: number): Promise<Body | Refusal> {
  const source = unpacked(response, limit)
  if ("ok" in source) return source
  const chunks: Buffer[] = []
  let size = 0
  let cut = false
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      chunks.push(size + chunk.length > limit ? chunk.subarray(0, limit - size) : chunk)
      size += chunk.length
      cut = size > limit
      if (cut) break
    }
  } catch (cause) {
    if (!(cause instanceof TooMuch)) throw cause
    cut = true
  } finally {
    response.destroy()
  }
  return { ok: true, bytes: Buffer.concat(chunks), cut }
}

class TooMuch extends Error {}

function unpacked(response: IncomingMessage, limit: number): Readable | Refusal {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase()
  if (encoding === "identity" || encoding === "") return response
  const unpacker =
    encoding === "gzip" || encoding === "x-gzip" ? createGunzip() : encoding === "br" ? createBrotliDecompress() : null
  if (unpacker === null) return refuse(`The page is packed as ${shownName(encoding)}, which is not understood.`)
  // Packed emptiness without end would unpack to nothing, for ever.
  async function* counted(packed: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of packed) {
      size += chunk.length
      if (size > limit) throw new TooMuch()
      yield chunk
    }
  }
  return pipeline(response, counted, unpacker, () => {})
}

/** What kind of text it is; null for what is no text. `declared` is the Content-Type as it came. */
export function kindOf(declared: string | undefined, bytes: Buffer): "html" | "text" | null {
  const type = essenceOf(declared)
  if (type === "")
    return bytes.includes(0) ? null : /^\s*<(!doctype html|html)\b/i.test(bytes.toString("latin1", 0, 200)) ? "html" : "text"
  if (type === "text/html" || type === "application/xhtml+xml") return "html"
  return isPlain(type) ? "text" : null
}

/** Known before the body is read, so that a film is not fetched to be refused. */
export function isReadable(declared: string | undefined): boolean {
  const type = essenceOf(declared)
  return type === "" || type === "application/xhtml+xml" || isPlain(type)
}

export function essenceOf(declared: string | undefined): string {
  return (declared ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""
}

function isPlain(type: string): boolean {
  return /^text\/|^application\/(json|xml|javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|jsonl|rtf|sql|graphql)$|^(application|image)\/[\w.-]+\+(json|xml|yaml)$/.test(
    type,
  )
}

/** By byte order mark, then the header, then what the page says of itself, then UTF-8. */
export function decode(bytes: Buffer, declared: string | undefined, kind: "html" | "text"): string {
  const named = /;\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(declared ?? "")?.[1]
  const inside =
    kind === "html"
      ? /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(bytes.toString("latin1", 0, 2048))?.[1]
      : undefined
  return decoderFor(markOf(bytes) ?? named ?? inside ?? "utf-8").decode(bytes)
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : null
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder("utf-8")
  }
}
