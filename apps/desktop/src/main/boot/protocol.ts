// Owns: answering app:// with the renderer's files and their headers. Which file is meant is decided by serve/resolve-asset.
import { readFile } from "node:fs"
import { join } from "node:path"
import { type ProtocolResponse, protocol } from "electron"
import { headersFor } from "../serve/headers.ts"
import { APP_SCHEME, resolveAsset } from "../serve/resolve-asset.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

export function assets({ renderer }: Pick<Paths, "renderer">, undo: (how: Undo) => void): object {
  // Not `protocol.handle`: its Request and Response load Node's whole fetch before the first byte of the page, a tenth of a cold start.
  protocol.registerBufferProtocol(APP_SCHEME, ({ method, url }, answer) => {
    const asset = resolveAsset(method, url)
    if (!asset) return answer(notFound())
    readFile(join(renderer, asset.path), (error, data) => answer(error ? notFound() : { data, headers: headersFor(asset.type) }))
  })
  undo(() => void protocol.unregisterProtocol(APP_SCHEME))
  return {}
}

function notFound(): ProtocolResponse {
  return { statusCode: 404, data: Buffer.from("There is no such file."), headers: headersFor("text/plain; charset=utf-8") }
}
