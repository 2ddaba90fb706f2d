// Owns: the words and numbers the inspector shows of an agent. Pure.
import { type Agent, type AgentId, type CheckOutcome, type Commitment, type Grant, Limits, type World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { formatCount, formatElapsed, formatLimit } from "../../kernel/ui/numbers.ts"

/** As much as the settings allow is no limit in practice: nobody gets there. */
const { maxValue: MOST_ITERATIONS } = Limits.shape.iterations
const { maxValue: MOST_MINUTES } = Limits.shape.workingMinutes

/** "autonomous", "iteration 3 of 50", "4:10 of 30:00 worked": a line is broken between them, not within. */
export function runParts({ posture, run }: Pick<Agent, "posture" | "run">, limits: Limits): readonly string[] {
  const iterations = limits.iterations === MOST_ITERATIONS ? "" : ` of ${formatCount(limits.iterations)}`
  const time = limits.workingMinutes === MOST_MINUTES ? "" : ` of ${formatLimit(limits.workingMinutes * 60_000)}`
  return [
    posture.runControl,
    `iteration ${formatCount(run.iteration)}${iterations}`,
    `${formatElapsed(run.workedMs)}${time} worked`,
  ]
}

export type Promised = { readonly commitment: Commitment; readonly last: CheckOutcome | null }

/** What it has promised, each with how it went when Kibitz last ran it. */
export function promisesOf({ commitments, verification }: Pick<Agent, "commitments" | "verification">): readonly Promised[] {
  return commitments.map((commitment) => ({
    commitment,
    last: verification?.checks.findLast(({ command }) => command === commitment.command) ?? null,
  }))
}

/** Those that count for this agent: its own, leases of those above it, and rules of the project. */
export function grantsFor(world: World, agentId: AgentId): readonly Grant[] {
  const above = new Set<AgentId>()
  for (let at = findAgent(world, agentId); at; at = at.parentId === null ? undefined : findAgent(world, at.parentId))
    above.add(at.id)
  return Object.values(world.grants)
    .filter(({ scope, agentId: holder }) => scope === "rule" || (scope === "lease" ? above.has(holder) : holder === agentId))
    .toSorted((a, b) => (a.givenAt < b.givenAt ? 1 : -1))
}

/** Those below it that are still there, in the order in which they came. */
export function teamOf(world: World, { childIds }: Pick<Agent, "childIds">): readonly Agent[] {
  return childIds.flatMap((id) => findAgent(world, id) ?? []).filter(({ standing }) => standing.kind !== "dismissed")
}
