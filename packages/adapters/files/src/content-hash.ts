// Owns: the short name of a file's content, by which a later change proves what it was made for (F22).
import { createHash } from "node:crypto"
import { count } from "./text.ts"

/** Larger files are shown but not changed: they would have to be held in memory whole, several times over. */
export const EDITABLE_BYTES = 4 * 1024 * 1024
const HASH_CHARACTERS = 16

export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARACTERS)
}

/** For content that comes in pieces. */
export function contentHasher(): { update(bytes: Uint8Array): void; end(): string } {
  const hash = createHash("sha256")
  return { update: (bytes) => void hash.update(bytes), end: () => hash.digest("hex").slice(0, HASH_CHARACTERS) }
}

/** A model may write the hash in capitals, or give the whole SHA-256 that another program has shown it. */
export function isHash(given: string, hash: string): boolean {
  const plain = given.trim().toLowerCase()
  return plain === hash || (/^[0-9a-f]{64}$/.test(plain) && plain.startsWith(hash))
}

export function hashLine(hash: string, lines: number): string {
  return `[content hash ${hash}; ${count(lines, "line")}]`
}

export const noHashLine = `[no content hash: a file of more than ${count(EDITABLE_BYTES, "byte")} is too large to be edited]`

export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++
  return text === "" || text.endsWith("\n") ? lines : lines + 1
}
