// Owns: the reply that is being written right now, per agent, and telling those who look at it, at most once per frame.
// Nothing here reaches the journal; the draft spool gets it now and then, so that a kill -9 does not take words already shown. A reply
// nobody looks at is only kept: a piece of it costs the same whether ten agents write or a thousand.
import type { AgentId, LiveBlock, LiveDelta, LiveReply, TurnId } from "@kibitz/contract"
import type { Clock, Drafts } from "@kibitz/ports"

const FRAME_MS = 16
const SPOOL_MS = 250
/** Unseen words are on disk within about a second: two hundred agents that write would otherwise mean eight hundred writes in each. */
const SPOOL_UNSEEN_MS = 1_000

type Writing = {
  readonly reply: { -readonly [K in keyof LiveReply]: LiveReply[K] }
  sent: number[]
  spooled: boolean
  spooledAt: number
}

export type LiveBoard = {
  begin(agentId: AgentId, turnId: TurnId, step: number, attempt: number): void
  add(agentId: AgentId, block: number, kind: LiveBlock["kind"], text: string): void
  /** The text shown so far, without thinking and tool names. */
  draft(agentId: AgentId): string
  current(agentId: AgentId): LiveReply | null
  /** The reply is recorded or given up. */
  end(agentId: AgentId): void
  /** Somebody looks from here on. What is pending is sent first, so that a snapshot taken next and the deltas after it fit together. */
  watch(agentId: AgentId): () => void
  listen(listener: (agentId: AgentId, deltas: readonly LiveDelta[]) => void): void
  stop(): void
}

/** `saw` is told of every piece, seen or not: a sign of life. */
export function liveBoard(clock: Clock, drafts: Drafts, saw: (agentId: AgentId) => void = () => {}): LiveBoard {
  const watchers = new Map<AgentId, number>()
  const writing = new Map<AgentId, Writing>()
  const pending = new Set<AgentId>()
  const unspooled = new Set<AgentId>()
  let frame: (() => void) | null = null
  let spooling: (() => void) | null = null
  let listener: (agentId: AgentId, deltas: readonly LiveDelta[]) => void = () => {}

  function flush(): void {
    frame = null
    for (const agentId of pending) send(agentId)
    pending.clear()
  }

  function spoolDue(): void {
    spooling = null
    const now = clock.monotonic()
    for (const agentId of unspooled) {
      const live = writing.get(agentId)
      if (live && !watchers.has(agentId) && now - live.spooledAt < SPOOL_UNSEEN_MS) continue
      unspooled.delete(agentId)
      if (live) spool(live)
    }
    if (unspooled.size > 0) spooling = clock.after(SPOOL_MS, spoolDue)
  }

  function send(agentId: AgentId): void {
    const live = writing.get(agentId)
    if (!live) return
    const { turnId, step, attempt, blocks } = live.reply
    const deltas: LiveDelta[] = []
    blocks.forEach((block, index) => {
      const offset = live.sent[index] ?? 0
      if (offset === block.text.length) return
      deltas.push({ agentId, turnId, step, attempt, block: index, kind: block.kind, offset, text: block.text.slice(offset) })
      live.sent[index] = block.text.length
    })
    if (deltas.length > 0) listener(agentId, deltas)
  }

  /** What was written unseen is in the snapshot. */
  function skipToNow(agentId: AgentId): void {
    const live = writing.get(agentId)
    if (live) live.sent = live.reply.blocks.map(({ text }) => text.length)
  }

  function spool(live: Writing): void {
    const text = textOf(live.reply.blocks)
    if (text === "") return
    drafts.keep(live.reply.turnId, text)
    live.spooled = true
    live.spooledAt = clock.monotonic()
  }

  return {
    begin(agentId, turnId, step, attempt) {
      const reply = { agentId, turnId, step, attempt, blocks: [] }
      // As if just spooled: a short reply that nobody sees is over before it would make a file.
      writing.set(agentId, { reply, sent: [], spooled: false, spooledAt: clock.monotonic() })
    },
    add(agentId, block, kind, text) {
      const live = writing.get(agentId)
      if (!live) return
      const blocks = live.reply.blocks
      while (blocks.length <= block) blocks.push({ kind, text: "" })
      const grown = blocks[block]
      if (grown) grown.text += text
      saw(agentId)
      unspooled.add(agentId)
      spooling ??= clock.after(SPOOL_MS, spoolDue)
      if (!watchers.has(agentId)) return
      pending.add(agentId)
      frame ??= clock.after(FRAME_MS, flush)
    },
    draft: (agentId) => textOf(writing.get(agentId)?.reply.blocks ?? []),
    current: (agentId) => writing.get(agentId)?.reply ?? null,
    end(agentId) {
      const live = writing.get(agentId)
      if (!live) return
      writing.delete(agentId)
      pending.delete(agentId)
      unspooled.delete(agentId)
      if (live.spooled) drafts.drop(live.reply.turnId)
    },
    watch(agentId) {
      const others = watchers.get(agentId) ?? 0
      watchers.set(agentId, others + 1)
      // What is shown from here on is on disk soon, also when whoever looks leaves at once.
      const live = writing.get(agentId)
      if (live) live.spooledAt = Number.NEGATIVE_INFINITY
      if (others > 0) send(agentId)
      else skipToNow(agentId)
      pending.delete(agentId)
      let gone = false
      return () => {
        if (gone) return
        gone = true
        const left = (watchers.get(agentId) ?? 1) - 1
        if (left > 0) return void watchers.set(agentId, left)
        watchers.delete(agentId)
        pending.delete(agentId)
      }
    },
    listen(next) {
      listener = next
    },
    stop() {
      frame?.()
      spooling?.()
      frame = null
      spooling = null
      for (const live of writing.values()) spool(live)
    },
  }
}

function textOf(blocks: readonly LiveBlock[]): string {
  return blocks
    .filter((block) => block.kind === "text" && block.text !== "")
    .map((block) => block.text)
    .join("\n\n")
}
