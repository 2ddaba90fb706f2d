// Owns: the reply that each agent is writing right now, and who looks at it. Nothing here reaches the journal. Those who look are told once per
// frame (live-frames), and the draft spool gets it now and then (draft-spool). A reply nobody looks at is only kept: a piece of it costs the
// same whether ten agents write or a thousand.
import type { AgentId, LiveBlock, LiveReply, TurnId } from "@kibitz/contract"
import type { Clock, Drafts } from "@kibitz/ports"
import { DraftSpool } from "./draft-spool.ts"
import { LiveFrames, type LiveListener } from "./live-frames.ts"
import { textOf, type Writing } from "./writing.ts"

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
  listen(listener: LiveListener): void
  stop(): void
}

/** `saw` is told of every piece, seen or not: a sign of life. */
export function liveBoard(clock: Clock, drafts: Drafts, saw: (agentId: AgentId) => void = () => {}): LiveBoard {
  const watchers = new Map<AgentId, number>()
  const writing = new Map<AgentId, Writing>()
  const frames = new LiveFrames(clock, writing)
  const spool = new DraftSpool(clock, drafts, writing, watchers)

  function unwatch(agentId: AgentId): void {
    const left = (watchers.get(agentId) ?? 1) - 1
    if (left > 0) return void watchers.set(agentId, left)
    watchers.delete(agentId)
    frames.forget(agentId)
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
      spool.add(agentId)
      if (watchers.has(agentId)) frames.add(agentId)
    },
    draft: (agentId) => textOf(writing.get(agentId)?.reply.blocks ?? []),
    current: (agentId) => writing.get(agentId)?.reply ?? null,
    end(agentId) {
      const live = writing.get(agentId)
      if (!live) return
      writing.delete(agentId)
      frames.forget(agentId)
      spool.drop(agentId, live)
    },
    watch(agentId) {
      const others = watchers.get(agentId) ?? 0
      watchers.set(agentId, others + 1)
      // What is shown from here on is on disk soon, even if the one who looks leaves at once.
      const live = writing.get(agentId)
      if (live) live.spooledAt = Number.NEGATIVE_INFINITY
      if (others > 0) frames.sendNow(agentId)
      else frames.skipToNow(agentId)
      let gone = false
      return () => {
        if (gone) return
        gone = true
        unwatch(agentId)
      }
    },
    listen(next) {
      frames.listener = next
    },
    stop() {
      frames.stop()
      spool.stop()
    },
  }
}
