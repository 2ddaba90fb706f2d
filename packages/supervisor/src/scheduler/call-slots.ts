// Owns: how many calls run at the same time, of one agent and of all, and which is next. All the numbers are here. A reply may ask for a thousand commands;
// started together they would take the machine from everybody. Does not own: what a call does, and that the journal says it waits (run-calls).
import type { AgentId, CapabilityName } from "@kibitz/contract"
import { type Place, requestSlots, type Slots, type SlotsNeeds } from "./slots.ts"

/** program: a process, which takes a part of the machine for as long as it runs. other: files and the network, which mostly wait. */
type Kind = "program" | "other"

export type CallLimits = {
  /** Of one agent at once. */
  readonly ofAgent: number
  /** Of all agents together. */
  readonly ofAll: number
  /**
   * Of `ofAll`, those that may be the second or a further one of their agent. The rest is for agents of which nothing runs yet, so that a few with
   * long lists cannot make all others wait.
   */
  readonly further: number
}

/** `processors`: of this machine. A command waits for the disk or the network half of its time, so there may be more of them than processors. */
export function callLimits(processors: number): Readonly<Record<Kind, CallLimits>> {
  const ofAll = Math.max(16, 4 * processors)
  return {
    program: { ofAgent: Math.min(16, Math.max(4, processors)), ofAll, further: ofAll / 2 },
    other: { ofAgent: 16, ofAll: 128, further: 64 },
  }
}

const programs: ReadonlySet<string> = new Set<CapabilityName>(["bash", "git_status", "git_diff", "git_commit"])

export type CallSlots = {
  /** In the order of asking, within an agent. */
  ask(agentId: AgentId, capability: string): Place
}

export function callSlots(processors: number, tree: Omit<SlotsNeeds, "limit">): CallSlots {
  const limits = callLimits(processors)
  const kinds = { program: slotsOf(limits.program, tree), other: slotsOf(limits.other, tree) }
  return { ask: (agentId, capability) => kinds[programs.has(capability) ? "program" : "other"](agentId) }
}

type Asking = { inner: Place | null; isFirst: boolean; readonly resolve: () => void }
/** `inLine`: those that run or are in line with the calls of others; the `queue` waits behind them and costs nobody anything. */
type Own = { readonly queue: Set<Asking>; readonly inLine: Set<Asking> }

function slotsOf({ ofAgent, ofAll, further }: CallLimits, tree: Omit<SlotsNeeds, "limit">): (agentId: AgentId) => Place {
  const agents = new Map<AgentId, Own>()
  const first: Slots = requestSlots({ ...tree, limit: () => ofAll - more.running() })
  const more: Slots = requestSlots({ ...tree, limit: () => Math.min(further, ofAll - first.running()) })

  function standInLine(agentId: AgentId, asking: Asking, isFirst: boolean): void {
    const before = asking.inner
    const inner = (isFirst ? first : more).ask(agentId)
    Object.assign(asking, { inner, isFirst })
    before?.leave()
    void inner.settled.then(() => {
      if (asking.inner === inner) asking.resolve()
    })
  }

  function admit(agentId: AgentId, own: Own): void {
    const hasFirst = [...own.inLine].some(({ isFirst }) => isFirst)
    // Its oldest is not to wait for the places of second ones when nothing of it runs any more.
    const oldest = hasFirst ? undefined : [...own.inLine].find(({ inner }) => inner?.held() === false)
    if (oldest) standInLine(agentId, oldest, true)
    for (const asking of own.queue) {
      if (own.inLine.size >= ofAgent) return
      own.queue.delete(asking)
      const isFirst = ![...own.inLine].some((one) => one.isFirst)
      own.inLine.add(asking)
      standInLine(agentId, asking, isFirst)
    }
  }

  function leave(agentId: AgentId, own: Own, asking: Asking): void {
    own.queue.delete(asking)
    if (own.inLine.delete(asking)) {
      asking.inner?.leave()
      admit(agentId, own)
      // The two share one machine: what one of them gives back may be taken by the other.
      first.refill()
      more.refill()
    }
    if (own.inLine.size === 0) agents.delete(agentId)
  }

  return (agentId) => {
    const own = agents.get(agentId) ?? { queue: new Set(), inLine: new Set() }
    agents.set(agentId, own)
    const { promise: settled, resolve } = Promise.withResolvers<void>()
    const asking: Asking = { inner: null, isFirst: false, resolve }
    let hasLeft = false
    own.queue.add(asking)
    admit(agentId, own)
    return {
      held: () => !hasLeft && asking.inner?.held() === true,
      settled,
      leave() {
        if (hasLeft) return
        hasLeft = true
        resolve()
        leave(agentId, own, asking)
      },
    }
  }
}
