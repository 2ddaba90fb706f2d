// Owns: answering app:// with the renderer's files and their headers, and saying when the page has all it needs to start.
// Which file is meant is decided by serve/resolve-asset.
import { readFile } from "node:fs"
import { join } from "node:path"
import { type ProtocolResponse, protocol } from "electron"
import { headersFor } from "../serve/headers.ts"
import { APP_SCHEME, resolveAsset } from "../serve/resolve-asset.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

const PATIENCE_MS = 1_500

/** `pageIsServed` comes in any case: nothing may wait for a page that is broken. */
export function assets({ renderer }: Pick<Paths, "renderer">, undo: (how: Undo) => void): { pageIsServed: Promise<void> } {
  const served = Promise.withResolvers<void>()
  const giveUp = setTimeout(served.resolve, PATIENCE_MS)
  let underWay = 0
  let hasScript = false
  // Not `protocol.handle`: its Request and Response load Node's whole fetch before the first byte of the page, a tenth of a cold start.
  protocol.registerBufferProtocol(APP_SCHEME, ({ method, url }, answer) => {
    const asset = resolveAsset(method, url)
    if (!asset) return answer(notFound())
    underWay += 1
    readFile(join(renderer, asset.path), (error, data) => {
      answer(error ? notFound() : { data, headers: headersFor(asset.type) })
      underWay -= 1
      hasScript ||= asset.path.endsWith(".js")
      if (hasScript && underWay === 0) served.resolve()
    })
  })
  undo(() => {
    clearTimeout(giveUp)
    protocol.unregisterProtocol(APP_SCHEME)
  })
  return { pageIsServed: served.promise }
}

function notFound(): ProtocolResponse {
  return { statusCode: 404, data: Buffer.from("There is no such file."), headers: headersFor("text/plain; charset=utf-8") }
}
