// Owns: writing a whole text file. An existing one is replaced only by somebody who knows what is in it (F22).
import { type Fence, type Refusal, refuse } from "./confine.ts"
import { contentHash, countLines, hashLine, isHash } from "./content-hash.ts"
import type { Output } from "./read-file.ts"
import { readBefore, replaceFile } from "./replace-file.ts"
import { count, showName } from "./text.ts"
import { locateTarget } from "./write-target.ts"

export type WriteInput = { readonly path: string; readonly content: string; readonly hash?: string | undefined }

export async function writeFile(fence: Fence, input: WriteInput, mark: string, signal: AbortSignal): Promise<Output | Refusal> {
  const shown = showName(input.path)
  const notText = whyNotText(input.content)
  if (notText !== null) return refuse(`${shown} was not written: the content ${notText}.`)
  const target = await locateTarget(fence, input.path)
  if (!target.ok) return target
  const before = await readBefore(target, input.path, signal)
  if (before !== null && !before.ok) return before

  const bytes = Buffer.from(input.content)
  const hash = hashLine(contentHash(bytes), countLines(input.content))
  if (before?.bytes.equals(bytes)) return said(`${shown} is already so: nothing had to be written.\n${hash}`)
  if (before === null && input.hash !== undefined) {
    return refuse(`${shown} does not exist (any more). Nothing was done. To make a new file, leave out the hash.`)
  }
  if (before !== null && input.hash === undefined) {
    return refuse(`${shown} exists. Nothing was done. Read it first; to replace it, give its content hash, now ${before.hash}.`)
  }
  if (before !== null && !isHash(input.hash ?? "", before.hash)) {
    return refuse(
      `${shown} has changed since it was read. Nothing was done. Read it again: its content hash is now ${before.hash}.`,
    )
  }
  const replaced = await replaceFile({ target, asked: input.path, bytes, before, mark }, signal)
  if (!replaced.ok) return replaced
  return said(`${before === null ? "Made" : "Replaced"} ${shown}, ${count(bytes.length, "byte")}.\n${hash}`)
}

/** Ends a sentence that begins with what was to be written. */
export function whyNotText(text: string): string | null {
  if (!text.isWellFormed()) return "holds half a character, which cannot be stored as text"
  return text.includes("\0") ? "holds a NUL character, so it is not text" : null
}

export function said(output: string): Output {
  return { ok: true, output, bytes: Buffer.byteLength(output) }
}
