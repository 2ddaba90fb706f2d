// Owns: what a start must get into the journal before anything goes on: that a session begins, and what was in flight when the app went away (F1–F8,
// OPM-11). The only place that decides about it. A disk that is full at the start (F12) postpones it, and loses none of it.
import { type AgentId, type Command, jakeId, type Leftover, type TurnId } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Drafts, Log } from "@kibitz/ports"
import type { Report } from "../reactors/report.ts"
import type { Supervisor } from "../supervisor.ts"
import type { Outcome } from "../writer/outcome.ts"

export type RecoveryNeeds = {
  readonly supervisor: Pick<Supervisor, "world" | "dispatch">
  readonly drafts: Drafts
  readonly log: Log
  readonly report: Report
  readonly leftovers: readonly Leftover[]
  /** Absolute path of the project folder. */
  readonly project: string
  /** From here on turns are gone on with: they are about to be told of the restart. */
  readonly mayGoOn: () => void
}

type InFlight = { readonly agentId: AgentId; readonly turnId: TurnId }

/** Each call does what is left to do; answers whether that was all. False: the disk refused, and it has to be called again. */
export function recovery(needs: RecoveryNeeds): () => Promise<boolean> {
  const { supervisor, mayGoOn, leftovers, project } = needs
  const first: Command[] = [
    // First of all: calls that resume run in it.
    { type: "workspace.record-project", root: project },
    { type: "agent.found", agentId: jakeId, name: "Jake" },
    { type: "session.begin", leftovers: [...leftovers] },
    { type: "surfaces.record", surfaces: [] },
  ]
  let inFlight: readonly InFlight[] | null = null
  return async () => {
    for (let next = first[0]; next; next = first[0]) {
      if (isRefusedByDisk(await supervisor.dispatch(next))) return false
      first.shift()
    }
    // Whatever begins after this was not in flight.
    inFlight ??= turnsIn(supervisor)
    mayGoOn()
    inFlight = await recoverTurns(needs, inFlight)
    return inFlight.length === 0
  }
}

function turnsIn({ world }: Pick<Supervisor, "world">): InFlight[] {
  return allAgents(world()).flatMap((agent) => (agent.turn ? [{ agentId: agent.id, turnId: agent.turn.id }] : []))
}

/** Answers which are left because the disk refused. */
async function recoverTurns({ supervisor, drafts, log, report }: RecoveryNeeds, turns: readonly InFlight[]): Promise<InFlight[]> {
  const recovered = turns.map(async (turn) => {
    const outcome = await supervisor.dispatch({ type: "turn.recover", ...turn, draft: drafts.read(turn.turnId) })
    if (isRefusedByDisk(outcome)) return [turn]
    drafts.drop(turn.turnId)
    if ("rejection" in outcome && outcome.rejection.kind === "unavailable") {
      log.error("a turn could not be recovered", new Error(outcome.rejection.message), turn)
      report({ type: "turn.fail", ...turn, failure: notRecovered, parked: false, draft: "" })
    }
    return []
  })
  return (await Promise.all(recovered)).flat()
}

/** Left as it was, the turn would wait for ever; it ends instead, and says so. */
const notRecovered = {
  kind: "unknown",
  message: "Kibitz was restarted and could not go on with this turn. The log has the details.",
  status: null,
  requestId: null,
  retryAfterMs: null,
} as const

function isRefusedByDisk(outcome: Outcome): boolean {
  return "rejection" in outcome && outcome.rejection.kind === "storage-failed"
}
