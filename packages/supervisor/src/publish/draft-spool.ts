// Owns: when a reply that is being written goes to the draft spool, so that a kill -9 does not take words already shown.
import type { AgentId } from "@kibitz/contract"
import type { Clock, Drafts } from "@kibitz/ports"
import { textOf, type Writing } from "./writing.ts"

const SPOOL_MS = 250
/** Unseen words are on disk within about a second: two hundred agents that write would otherwise mean eight hundred writes in each. */
const SPOOL_UNSEEN_MS = 1_000

export class DraftSpool {
  readonly #clock: Clock
  readonly #drafts: Drafts
  readonly #writing: ReadonlyMap<AgentId, Writing>
  readonly #watchers: ReadonlyMap<AgentId, number>
  readonly #unspooled = new Set<AgentId>()
  #cancel: (() => void) | null = null
  readonly #ring = (): void => this.#spoolDue()

  constructor(clock: Clock, drafts: Drafts, writing: ReadonlyMap<AgentId, Writing>, watchers: ReadonlyMap<AgentId, number>) {
    this.#clock = clock
    this.#drafts = drafts
    this.#writing = writing
    this.#watchers = watchers
  }

  /** The agent wrote more. */
  add(agentId: AgentId): void {
    this.#unspooled.add(agentId)
    this.#cancel ??= this.#clock.after(SPOOL_MS, this.#ring)
  }

  /** The reply is over: its draft is not needed any more. */
  drop(agentId: AgentId, { spooled, reply }: Writing): void {
    this.#unspooled.delete(agentId)
    if (spooled) this.#drafts.drop(reply.turnId)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const live of this.#writing.values()) this.#spool(live)
  }

  #spoolDue(): void {
    this.#cancel = null
    const now = this.#clock.monotonic()
    for (const agentId of this.#unspooled) {
      const live = this.#writing.get(agentId)
      if (live && !this.#watchers.has(agentId) && now - live.spooledAt < SPOOL_UNSEEN_MS) continue
      this.#unspooled.delete(agentId)
      if (live) this.#spool(live)
    }
    if (this.#unspooled.size > 0) this.#cancel = this.#clock.after(SPOOL_MS, this.#ring)
  }

  #spool(live: Writing): void {
    const text = textOf(live.reply.blocks)
    if (text === "") return
    this.#drafts.keep(live.reply.turnId, text)
    live.spooled = true
    live.spooledAt = this.#clock.monotonic()
  }
}
