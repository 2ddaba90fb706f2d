// One step of a story: taken on the engine and on the second telling of its rules alike, and what has become of everybody is compared after it.
import type { AgentId, Command } from "@kibitz/contract"
import type fc from "fast-check"
import { holdsNow, same } from "./invariants.ts"
import type { Sim } from "./sim.ts"
import type { SimAgent } from "./sim-state.ts"
import { type Theatre, userAt } from "./theatre.ts"

export const MOST_AGENTS = 6
const SILENT_MS = 110_000
/** Longer than the result of a read may be on its way to the disk. */
export const BETWEEN_MS = 11

export type Real = { readonly theatre: Theatre; readonly startedAt: number; asked: number }
export type Step = fc.AsyncCommand<Sim, Real>
type Act = (sim: Sim, real: Real, agent: SimAgent) => Promise<void> | void

/** One step: it is only taken where it makes sense, a few milliseconds after the one before, and everything is compared after it. */
export function step(label: string, who: number, may: (sim: Sim, agent: SimAgent) => boolean, act: Act): Step {
  const chosen = (sim: Sim): SimAgent | undefined => {
    const those = sim.agents.filter((agent) => may(sim, agent))
    return those[who % those.length]
  }
  return {
    check: (sim) => staysHeard(sim as Sim, BETWEEN_MS) && chosen(sim as Sim) !== undefined,
    async run(sim, real) {
      sim.pass(BETWEEN_MS)
      await real.theatre.pass(BETWEEN_MS)
      // Those few milliseconds may have been the ones that count.
      const agent = chosen(sim)
      if (!agent) return
      sim.order = real.theatre.agents().map(({ name }) => name)
      await act(sim, real, agent)
      sim.settle()
      await real.theatre.settled()
      sim.order = real.theatre.agents().map(({ name }) => name)
      compare(sim, real)
    },
    toString: () => `${label}(${who})`,
  }
}

/** Nobody who works has been silent for so long that it would be noticed: silence has tests of its own. */
export function staysHeard({ agents, now }: Pick<Sim, "agents" | "now">, ms: number): boolean {
  return agents.every(({ turn }) => turn?.at !== "model" || now + ms - turn.since < SILENT_MS)
}

function compare(sim: Sim, { theatre, startedAt }: Real): void {
  for (const agent of sim.agents) {
    const real = theatre.named(agent.name)
    const turn = real.turn && { cause: real.turn.cause, at: whereIs(real.turn.status.kind) }
    same(
      {
        present: real.presence !== null,
        standing: real.standing.kind,
        turn,
        due: real.due && [Date.parse(real.due.at) - startedAt, real.due.why, real.due.limited ?? false, real.due.byUser ?? false],
        waits: real.waits,
        items: real.items.map((id) => theatre.world().attention[id]?.kind).sort(),
        queue: real.queue.length,
        asking: real.asking.length,
        promises: real.commitments.map(({ command }) => command),
        notices: real.notices.length,
        trouble: real.trouble?.parked ?? null,
        counts: [real.run.iteration, real.run.idle, real.run.restarts, real.run.crashes?.reply ?? 0],
        money: real.spentUsd,
      },
      {
        present: sim.isPresent(agent),
        standing: agent.standing,
        turn: agent.turn && { cause: agent.turn.cause, at: agent.turn.at },
        due: agent.due && [agent.due.at, agent.due.why, agent.due.limited ?? false, agent.due.byUser ?? false],
        waits: agent.waits,
        items: agent.items.map((kind) => kind.split(":")[0]).sort(),
        queue: agent.queue.length,
        asking: agent.asking.length,
        promises: agent.promises,
        notices: agent.notices,
        trouble: agent.trouble?.parked ?? null,
        counts: [agent.iteration, agent.idle, agent.restarts, agent.crashes],
        money: agent.spent,
      },
      `${agent.name}: what the rules say, and what the engine did`,
    )
  }
  const { limit } = theatre.world()
  const known = limit && { until: Date.parse(limit.until) - startedAt, wakes: limit.wakes }
  same(known, sim.limit, "A1 the limit of the provider")
  holdsNow(theatre)
}

function whereIs(status: string): string {
  return status === "asking" ? "model" : status === "calling" ? "user" : status === "delayed" ? "provider" : status
}

export const idOf = (real: Real, { name }: SimAgent): AgentId => real.theatre.named(name).id
export const byUser = (real: Real, command: Command, connection = "c1") => real.theatre.do(command, userAt(connection))
export const isHere = (_: Sim, { standing }: SimAgent) => standing !== "dismissed"
export const isAsked = (_: Sim, { turn }: SimAgent) => turn?.at === "model"
