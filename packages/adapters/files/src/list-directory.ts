// Owns: what is in a folder, one name per line. Names come from outside: a line break in one must not look like two entries (T15).
import { closeSync, type Dirent } from "node:fs"
import { opendir } from "node:fs/promises"
import { type Fence, locate, openConfined, type Refusal, reasonOf, refuse } from "./confine.ts"
import type { Output } from "./read-file.ts"
import { showName } from "./text.ts"

const SHOWN_ENTRIES = 2000
/** More than this is not even counted. */
const READ_ENTRIES = 20_000

export async function listDirectory(
  fence: Fence,
  input: { readonly path: string },
  signal: AbortSignal,
): Promise<Output | Refusal> {
  const place = await locate(fence, input.path)
  if (!place.ok) return place
  const opened = openConfined(place, input.path)
  if (!opened.ok) return opened
  const shown = showName(input.path)
  try {
    if (!opened.stats.isDirectory()) return refuse(`${shown} is not a folder. Use read_file to read a file.`)
    const { entries, more } = await readEntries(opened.descriptor, opened.path, signal)
    if (signal.aborted) return refuse(`Listing ${shown} was stopped.`)
    if (entries.length === 0) return { ok: true, output: "[the folder is empty]", bytes: 0 }
    const lines = entries.map(line).sort((a, b) => (a < b ? -1 : 1))
    const whole = lines.join("\n")
    if (lines.length <= SHOWN_ENTRIES) return { ok: true, output: whole, bytes: Buffer.byteLength(whole) }
    const notice = `[the first ${SHOWN_ENTRIES} of ${more ? "more than " : ""}${lines.length} entries]`
    return { ok: true, output: `${lines.slice(0, SHOWN_ENTRIES).join("\n")}\n${notice}`, bytes: Buffer.byteLength(whole) }
  } catch (cause) {
    return refuse(`${shown} ${reasonOf(cause)}`)
  } finally {
    closeSync(opened.descriptor)
  }
}

/** Through the open folder where the system allows it, so that a folder exchanged after the check is not the one that is listed. */
export async function readEntries(
  descriptor: number,
  path: string,
  signal: AbortSignal,
): Promise<{ entries: Dirent[]; more: boolean }> {
  const folder = await opendir(process.platform === "linux" ? `/proc/self/fd/${descriptor}` : path, { bufferSize: 512 })
  const entries: Dirent[] = []
  try {
    while (!signal.aborted) {
      const entry = await folder.read()
      if (entry === null) return { entries, more: false }
      if (entries.length === READ_ENTRIES) return { entries, more: true }
      entries.push(entry)
    }
    return { entries, more: true }
  } finally {
    await folder.close()
  }
}

function line(entry: Dirent): string {
  const name = showName(entry.name)
  if (entry.isDirectory()) return `${name}/`
  if (entry.isSymbolicLink()) return `${name} (link)`
  return entry.isFile() ? name : `${name} (not a file)`
}
