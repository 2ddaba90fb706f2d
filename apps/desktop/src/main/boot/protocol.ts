// Owns: answering app:// with the renderer's files and their headers, and knowing when the first page has what it needs. Which file is meant is
// decided by serve/resolve-asset.
import { join } from "node:path"
import { protocol } from "electron"
import { openFirstPage } from "../serve/first-page.ts"
import { headersFor } from "../serve/headers.ts"
import { APP_SCHEME, resolveAsset } from "../serve/resolve-asset.ts"
import type { Paths } from "./paths.ts"
import type { Undo } from "./sequence.ts"

/** A page that is broken must not keep the agents waiting. */
const PATIENCE_MS = 1_500
/** Chromium's number for a file that is not there. */
const FILE_NOT_FOUND = -6

/** What is heavy waits for `pageIsServed`: before, it would take the thread that says which files these are. */
export function assets({ renderer }: Pick<Paths, "renderer">, undo: (how: Undo) => void): { pageIsServed: Promise<void> } {
  const firstPage = openFirstPage(renderer, PATIENCE_MS)
  // Only the path is said here; Chromium reads the file on a thread of its own. With `protocol.handle`, or a buffer, the last word about each file
  // would come from this thread, and the page's script would not begin before the host is open: a fifth of a cold start.
  protocol.registerFileProtocol(APP_SCHEME, ({ method, url }, answer) => {
    const asset = resolveAsset(method, url)
    if (!asset) return answer({ error: FILE_NOT_FOUND })
    answer({ path: join(renderer, asset.path), headers: headersFor(asset.type) })
    firstPage.gives(asset.path)
  })
  undo(() => {
    firstPage.end()
    protocol.unregisterProtocol(APP_SCHEME)
  })
  return { pageIsServed: firstPage.isServed }
}
