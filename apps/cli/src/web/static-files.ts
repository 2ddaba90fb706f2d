// Owns: which addresses have a file behind them. The list is made once from the built folder and addresses are only looked up in it,
// so no spelling of a path can reach anything else.
import { readdirSync } from "node:fs"
import { extname, join } from "node:path"

export type StaticFile = { readonly file: string; readonly type: string; readonly cache: string }

const typeOfExtension: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
}

/** Throws when the folder is not there. */
export function listStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  return new Map(listUnder(folder, ""))
}

/** Walks by hand: Node's own recursion goes through links to folders, and those may lead anywhere. */
function* listUnder(folder: string, base: string): Generator<[string, StaticFile]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name)
    const address = `${base}/${encodeURIComponent(entry.name)}`
    if (entry.isDirectory()) yield* listUnder(file, address)
    if (!entry.isFile()) continue
    const type = typeOfExtension[extname(file)] ?? "application/octet-stream"
    yield [address === "/index.html" ? "/" : address, { file, type, cache: cacheControl(address) }]
  }
}

/** Under assets/ a name holds the hash of the content, so it never means anything else. The page itself must always be the newest. */
export function cacheControl(address: string): string {
  return /^\/assets\/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(address) ? "private, max-age=31536000, immutable" : "no-store"
}
