// Owns: how the reply that is being written grows on screen, and when it gives way to what is in the journal.
import type { LiveDelta, LiveReply } from "@kibitz/contract"
import type { LiveEnd } from "@kibitz/domain"

export type Streamed = { readonly kind: "grown"; readonly live: LiveReply | null } | { readonly kind: "gap" }

/** `closed` is the last reply the journal has told us about; what arrives for it afterwards is late and means nothing. */
export function stream(live: LiveReply | null, deltas: readonly LiveDelta[], closed: Closed | null): Streamed {
  let next = live
  for (const delta of deltas) {
    if (closed && isOver(delta, closed)) continue
    if (!next || !isSameReply(next, delta)) {
      if (next && next.turnId === delta.turnId && isEarlier(delta, next)) continue
      if (delta.offset !== 0) return { kind: "gap" }
      const { agentId, turnId, step, attempt } = delta
      next = { agentId, turnId, step, attempt, blocks: [] }
    }
    const blocks = appended(next.blocks, delta)
    if (!blocks) return { kind: "gap" }
    next = { ...next, blocks }
  }
  return { kind: "grown", live: next }
}

/** Which step of a turn is finished: everything up to `step`, and every attempt of it. `Infinity` closes the whole turn. */
export type Closed = { readonly turnId: string; readonly step: number; readonly attempt: number }

/** What an event closes; null: nothing. An attempt that ends closes nothing: the same step is tried again. */
export function closedBy(end: LiveEnd): Closed | null {
  if (end.ends === "attempt") return null
  const step = end.ends === "step" ? end.step : Number.POSITIVE_INFINITY
  return { turnId: end.turnId, step, attempt: Number.POSITIVE_INFINITY }
}

export function isOver(reply: { turnId: string; step: number; attempt: number }, closed: Closed): boolean {
  if (reply.turnId !== closed.turnId) return false
  return reply.step < closed.step || (reply.step === closed.step && reply.attempt <= closed.attempt)
}

function isSameReply(live: LiveReply, delta: LiveDelta): boolean {
  return live.turnId === delta.turnId && live.step === delta.step && live.attempt === delta.attempt
}

function isEarlier(delta: LiveDelta, live: LiveReply): boolean {
  return delta.step < live.step || (delta.step === live.step && delta.attempt < live.attempt)
}

function appended(blocks: LiveReply["blocks"], delta: LiveDelta): LiveReply["blocks"] | null {
  const block = blocks[delta.block]
  if (!block) {
    if (delta.offset !== 0) return null
    // A block that says nothing (hidden thinking, an empty text) sends no delta: its place is kept empty, as on the host.
    const silent = Array.from({ length: delta.block - blocks.length }, () => ({ kind: delta.kind, text: "" }))
    return [...blocks, ...silent, { kind: delta.kind, text: delta.text }]
  }
  const known = block.text.length - delta.offset
  // Overlap is a repetition, which happens when a snapshot already holds what is on its way.
  if (known < 0) return null
  if (known >= delta.text.length) return blocks
  return blocks.with(delta.block, { kind: block.kind, text: block.text + delta.text.slice(known) })
}
