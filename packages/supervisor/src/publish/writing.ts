// Owns: the shape of a reply while it is being written.
import type { LiveBlock, LiveReply } from "@kibitz/contract"

export type Writing = {
  readonly reply: { -readonly [K in keyof LiveReply]: LiveReply[K] }
  /** How much of each block the listener has been sent. */
  sent: number[]
  /** Whether the spool has a draft of it. */
  spooled: boolean
  /** When, on the monotonic clock. */
  spooledAt: number
}

/** The text of a reply, without thinking and tool names. */
export function textOf(blocks: readonly LiveBlock[]): string {
  return blocks
    .filter((block) => block.kind === "text" && block.text !== "")
    .map((block) => block.text)
    .join("\n\n")
}
