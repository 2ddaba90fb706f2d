import type { ToolUseBlock } from "@kibitz/contract"

/** Equal calls, equal prints; long enough that two different ones in a row of four do not meet by chance. FNV-1a, twice. */
export function fingerprintOf(calls: readonly Pick<ToolUseBlock, "name" | "input">[]): string {
  const text = JSON.stringify(calls.map(({ name, input }) => [name, input]))
  return hash(text, 0x811c9dc5) + hash(text, 0x01234567)
}

function hash(text: string, seed: number): string {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(36)
}
