// Owns: telling the listener what was added to the replies somebody looks at, at most once per frame.
import type { AgentId, LiveDelta } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import type { Writing } from "./writing.ts"

const FRAME_MS = 16

export type LiveListener = (agentId: AgentId, deltas: readonly LiveDelta[]) => void

export class LiveFrames {
  listener: LiveListener = () => {}
  readonly #clock: Clock
  readonly #writing: ReadonlyMap<AgentId, Writing>
  readonly #pending = new Set<AgentId>()
  #cancel: (() => void) | null = null
  readonly #ring = (): void => this.#flush()

  constructor(clock: Clock, writing: ReadonlyMap<AgentId, Writing>) {
    this.#clock = clock
    this.#writing = writing
  }

  /** There is more of its reply to send. */
  add(agentId: AgentId): void {
    this.#pending.add(agentId)
    this.#cancel ??= this.#clock.after(FRAME_MS, this.#ring)
  }

  /** Nobody looks at it any more, or it is over. */
  forget(agentId: AgentId): void {
    this.#pending.delete(agentId)
  }

  sendNow(agentId: AgentId): void {
    this.#send(agentId)
    this.#pending.delete(agentId)
  }

  /** What was written so far is not sent: it was written unseen, and is in the snapshot. */
  skipToNow(agentId: AgentId): void {
    const live = this.#writing.get(agentId)
    if (live) live.sent = live.reply.blocks.map(({ text }) => text.length)
    this.#pending.delete(agentId)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #flush(): void {
    this.#cancel = null
    for (const agentId of this.#pending) this.#send(agentId)
    this.#pending.clear()
  }

  #send(agentId: AgentId): void {
    const live = this.#writing.get(agentId)
    if (!live) return
    const { turnId, step, attempt, blocks } = live.reply
    const deltas: LiveDelta[] = []
    blocks.forEach((block, index) => {
      const offset = live.sent[index] ?? 0
      if (offset === block.text.length) return
      deltas.push({ agentId, turnId, step, attempt, block: index, kind: block.kind, offset, text: block.text.slice(offset) })
      live.sent[index] = block.text.length
    })
    if (deltas.length > 0) this.listener(agentId, deltas)
  }
}
