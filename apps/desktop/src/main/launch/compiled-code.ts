// Owns: what the main process's own code compiles to, kept between starts as Chromium keeps the page's: compiling the host anew would be a
// tenth of every start. It lies in the private data folder, belongs to one version of Kibitz, and can be thrown away at any time.
import { readdirSync, rmSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"

/** Everything loaded from now on is looked up there. The function it gives back writes down what was not there yet. */
export function keepCompiledCode(folder: string, version: string): () => void {
  module.enableCompileCache(join(folder, version))
  return () => {
    module.flushCompileCache()
    for (const name of versionsIn(folder)) if (name !== version) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It could not be made: then nothing is kept, and every start compiles.
    return []
  }
}
