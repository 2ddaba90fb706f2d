// Owns: the moment at which the first page has asked for every file it needs before it can show anything. Reached once; patience bounds it.
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"

export type FirstPage = {
  readonly isServed: Promise<void>
  /** This file is being given out. */
  gives(path: string): void
  end(): void
}

/** Calls it later, unless it is cancelled by the function it gives back. */
export type Later = (call: () => void, ms: number) => () => void

export function openFirstPage(folder: string, patienceMs: number, later: Later = timer): FirstPage {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = later(resolve, patienceMs)
  const waiting = filesOf(folder)
  return {
    isServed: promise,
    gives(path) {
      waiting.delete(path)
      if (waiting.size > 0) return
      cancel()
      resolve()
    },
    end: cancel,
  }
}

function filesOf(folder: string): Set<string> {
  try {
    return new Set(["index.html", ...filesNamedIn(readFileSync(join(folder, "index.html"), "utf8"))])
  } catch {
    // A broken installation: whoever asks for the file is told.
    return new Set()
  }
}

/** Scripts and style sheets. An icon may never be asked for. */
function filesNamedIn(html: string): readonly string[] {
  const names = html.matchAll(/\b(?:src|href)="([^"]+\.(?:js|css))"/g)
  return [...names].map(([, name = ""]) => posix.normalize(name))
}

function timer(call: () => void, ms: number): () => void {
  const id = setTimeout(call, ms)
  return () => clearTimeout(id)
}
