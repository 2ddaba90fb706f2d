// Owns: the reply that is being written right now, per agent, and telling those who look at it, at most once per frame.
// Nothing here reaches the journal; the draft spool gets it now and then, so that a kill -9 does not take words already shown.
import type { AgentId, LiveBlock, LiveDelta, LiveReply, TurnId } from "@kibitz/contract"
import type { Clock, Drafts } from "@kibitz/ports"

const FRAME_MS = 16
const SPOOL_MS = 250

type Writing = {
  readonly reply: { -readonly [K in keyof LiveReply]: LiveReply[K] }
  sent: number[]
  spooled: boolean
}

export type LiveBoard = {
  begin(agentId: AgentId, turnId: TurnId, step: number, attempt: number): void
  add(agentId: AgentId, block: number, kind: LiveBlock["kind"], text: string): void
  /** The text shown so far, without thinking and tool names. */
  draft(agentId: AgentId): string
  current(agentId: AgentId): LiveReply | null
  /** The reply is recorded or given up. */
  end(agentId: AgentId): void
  /** Sends what is pending for one agent now, so that a snapshot taken next and the deltas after it fit together. */
  settle(agentId: AgentId): void
  listen(listener: (agentId: AgentId, deltas: readonly LiveDelta[]) => void): void
  stop(): void
}

export function liveBoard(clock: Clock, drafts: Drafts): LiveBoard {
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

  function spoolAll(): void {
    spooling = null
    for (const agentId of unspooled) {
      const live = writing.get(agentId)
      if (live) spool(live)
    }
    unspooled.clear()
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

  function spool(live: Writing): void {
    const text = textOf(live.reply.blocks)
    if (text === "") return
    drafts.keep(live.reply.turnId, text)
    live.spooled = true
  }

  return {
    begin(agentId, turnId, step, attempt) {
      const reply = { agentId, turnId, step, attempt, blocks: [] }
      writing.set(agentId, { reply, sent: [], spooled: false })
    },
    add(agentId, block, kind, text) {
      const live = writing.get(agentId)
      if (!live) return
      const blocks = live.reply.blocks
      while (blocks.length <= block) blocks.push({ kind, text: "" })
      const grown = blocks[block]
      if (grown) grown.text += text
      pending.add(agentId)
      unspooled.add(agentId)
      frame ??= clock.after(FRAME_MS, flush)
      spooling ??= clock.after(SPOOL_MS, spoolAll)
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
    settle(agentId) {
      send(agentId)
      pending.delete(agentId)
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
