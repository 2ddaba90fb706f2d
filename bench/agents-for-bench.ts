// Owns: a team of any size for the benchmarks: leads below Jake, the others below the leads, as nobody has a thousand children.
import { type AgentId, type Instant, jakeId, type Limits } from "@kibitz/contract"
import type { Engine } from "@kibitz/supervisor"

const PER_LEAD = 30

/** Nobody gets stuck and nothing waits longer than a continuation, so that the load stays the same for as long as it is measured. */
export const limitsForLoad: Partial<Limits> = {
  requests: 250,
  children: 1_000,
  iterations: 10_000,
  workingMinutes: 7 * 24 * 60,
  longestDelayMs: 2_000,
  idleContinuations: 100,
}

/** As many more agents, spawned by the user. Returns their ids, the leads among them. */
export async function spawnAgents({ supervisor }: Engine, count: number): Promise<AgentId[]> {
  const ids: AgentId[] = []
  const unlisten = supervisor.listen((batch) => {
    for (const { event } of batch) if (event.type === "agent.founded") ids.push(event.agentId)
  })
  let lead = jakeId
  for (let number = 0; number < count; number++) {
    const parentId = number % PER_LEAD === 0 ? jakeId : lead
    await supervisor.dispatch({ type: "agent.spawn", parentId, name: `Agent ${number}` })
    if (parentId === jakeId) lead = ids.at(-1) ?? jakeId
    if (number % 100 === 99) await aMoment()
  }
  unlisten()
  if (ids.length !== count) throw new Error(`${ids.length} agents came to be, not ${count}`)
  return ids
}

export type Lateness = { readonly milliseconds: number[]; stop(): void }

/** Between the moment an agent was due and its continuation being on disk, for each that happens from here on. */
export function watchContinuations({ supervisor }: Engine): Lateness {
  const due = new Map<AgentId, Instant>()
  const milliseconds: number[] = []
  const stop = supervisor.listen((batch) => {
    const now = performance.timeOrigin + performance.now()
    for (const { event } of batch) {
      if (event.type === "agent.planned" && event.due?.why === "continue") due.set(event.agentId, event.due.at)
      if (event.type !== "turn.started" || event.cause !== "continuation") continue
      const at = due.get(event.agentId)
      if (at) milliseconds.push(now - Date.parse(at))
    }
  })
  return { milliseconds, stop }
}

export function aMoment(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
