// Owns: answering app:// with the renderer's files and their headers. Which file is meant is decided by serve/resolve-asset.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { protocol } from "electron"
import { headersFor } from "../serve/headers.ts"
import { APP_SCHEME, resolveAsset } from "../serve/resolve-asset.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

export function assets({ renderer }: Pick<Paths, "renderer">, undo: (how: Undo) => void): object {
  protocol.handle(APP_SCHEME, (request) => answer(renderer, request.method, request.url))
  undo(() => protocol.unhandle(APP_SCHEME))
  return {}
}

async function answer(folder: string, method: string, url: string): Promise<Response> {
  const asset = resolveAsset(method, url)
  if (!asset) return notFound()
  try {
    return new Response(await readFile(join(folder, asset.path)), { headers: headersFor(asset.type) })
  } catch {
    return notFound()
  }
}

function notFound(): Response {
  return new Response("There is no such file.", { status: 404, headers: headersFor("text/plain; charset=utf-8") })
}
