// Owns: filling a new project with an invented team: agents that wait, and agents that write from the rehearsal without an end. For tests,
// benchmarks and demonstrations; never in a project of somebody's own, and never at a provider's cost.
import { type AgentId, defaultSettings, jakeId, type Limits } from "@kibitz/contract"
import type { Ids } from "@kibitz/ports"
import type { Supervisor } from "@kibitz/supervisor"
import { type End, planTeam, type Seed, type Seedling, SeedRefused, WIDEST } from "./plan.ts"

/** Tokens in a second, of each. resources/rehearsal/seed-stream.json plays it. */
const RATE = 40
/** Nobody gets stuck and nothing is put off, so that as many write in an hour as do now. */
const endless: Partial<Limits> = {
  iterations: 1_000,
  workingMinutes: 24 * 60,
  continuationDelayMs: 100,
  longestDelayMs: 100,
  idleContinuations: 100,
}

export type Ground = {
  /** Nothing has ever been recorded here. */
  readonly isEmpty: boolean
  /** A key or a provider's address was found. */
  readonly hasProvider: boolean
}

export function checkGround({ isEmpty, hasProvider }: Ground): void {
  if (hasProvider)
    throw new SeedRefused(
      "--ux-seed works in rehearsal only, and there is a key for a provider. Start without ANTHROPIC_API_KEY and with an empty data folder.",
    )
  if (!isEmpty)
    throw new SeedRefused(
      "--ux-seed needs an empty data folder, and this one has been used. Name another with --data-dir, or leave the switch out to go on here.",
    )
}

/** The same team has the same ids every time: a screen that chooses a word or a place by id looks the same. */
export function seededIds(inner: Ids): Ids {
  let agents = 0
  return { next: (prefix) => (prefix === "agent" ? `agent_${String(++agents).padStart(24, "0")}` : inner.next(prefix)) }
}

export async function sow(
  { dispatch, listen }: Pick<Supervisor, "dispatch" | "listen">,
  seed: Seed,
): Promise<readonly AgentId[]> {
  const patch = { rehearse: true, limits: limitsFor(seed) }
  // Whatever key turns up later: what writes here without an end must not do so at a provider.
  await dispatch({ type: "settings.change", patch })
  const ids: AgentId[] = [jakeId]
  const unlisten = listen((batch) => {
    for (const { event } of batch) if (event.type === "agent.founded") ids.push(event.agentId)
  })
  try {
    const levels = Map.groupBy(planTeam(seed), ({ level }) => level)
    for (const level of levels.values()) await found(level)
  } finally {
    unlisten()
  }
  return ids.slice(1)

  /** All of one level in one transaction: those above them are there by now. */
  async function found(level: readonly Seedling[]): Promise<void> {
    const founding = level.map(({ number, parent, writes, end }) => {
      const parentId = ids[parent] ?? jakeId
      const assignment = writes ? assignmentOf(number) : end === null ? undefined : leadingTo(end, number)
      return dispatch({ type: "agent.spawn", parentId, ...(assignment === undefined ? {} : { assignment }) })
    })
    for (const outcome of await Promise.all(founding)) {
      if ("rejection" in outcome) throw new SeedRefused(`--ux-seed: an agent could not be made. ${outcome.rejection.message}`)
    }
  }
}

/** Replies of different lengths, so that they do not all end in the same second. */
function assignmentOf(number: number): string {
  return `Seed ${number}: write at ${RATE} tokens a second, ${240 + ((number * 37) % 120)} seconds at a time, until you are stopped.`
}

/** Played by seed-ask, and by the rehearsal's own stuck-repeats and team-reference. */
function leadingTo(end: End, number: number): string {
  switch (end) {
    case "asks":
      return `Seed ${number}: ask which of two ways to go, and go on with the rest.`
    case "is stuck":
      return "Read the project's README until it says something new."
    case "is done":
      return "List which pages the shop's API reference needs and who will look for each."
  }
}

function limitsFor({ depth, streams, others }: Seed): Limits {
  const { limits } = defaultSettings
  return {
    ...limits,
    ...endless,
    children: WIDEST,
    depth: Math.max(limits.depth, depth),
    requests: Math.max(limits.requests, streams + others),
  }
}
