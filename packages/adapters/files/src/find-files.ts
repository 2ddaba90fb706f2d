// Owns: the files whose path fits a glob, one per line.
import { type Fence, locate, type Refusal, refuse } from "./confine.ts"
import { pathGlob } from "./path-glob.ts"
import type { Output } from "./read-file.ts"
import { showName } from "./text.ts"
import { isFile, walk } from "./walk.ts"
import { said } from "./write-file.ts"

const MOST_FILES = 1000
const LIMIT_MS = 20_000

export type GlobInput = { readonly pattern: string; readonly path?: string | undefined }

export async function findFiles(fence: Fence, input: GlobInput, signal: AbortSignal): Promise<Output | Refusal> {
  const glob = pathGlob(input.pattern, { byName: false })
  if (!glob.ok) return glob
  const start = await locate(fence, input.path ?? ".")
  if (!start.ok) return start
  if (isFile(start, input.path ?? ".")) return refuse(`${showName(input.path ?? ".")} is a file, not a folder to look in.`)
  const { files, cutBecause } = walk(fence, start, { signal, limitMs: LIMIT_MS, mayHold: glob.mayHold })
  const lines: string[] = []
  const notices: string[] = []
  for await (const { segments } of files) {
    if (!glob.fits(segments)) continue
    if (lines.length === MOST_FILES) {
      notices.push(`[the first ${MOST_FILES} files; a narrower pattern shows the others]`)
      break
    }
    lines.push(showName([...start.inside, ...segments].join("/")))
  }
  if (signal.aborted) return refuse("Looking for files was stopped.")
  const cut = cutBecause()
  if (cut !== null) notices.push(`[not everything was looked at: ${cut}]`)
  if (lines.length === 0) notices.unshift(`[no file fits ${showName(input.pattern)}]`)
  return said([...lines, ...notices].join("\n"))
}
