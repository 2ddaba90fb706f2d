import {
  type Agent,
  type EventOf,
  type Instant,
  noUsage,
  type Run,
  type StopReason,
  type Turn,
  type TurnCause,
  type Usage,
} from "@kibitz/contract"
import { briefOfCause } from "../brief/cause.ts"
import { crashed, survived } from "../call/crashes.ts"
import { isOpen } from "../call/facts.ts"
import { unreachable } from "../kernel/outcome.ts"
import { countAway } from "../presence/absence.ts"
import { isCutOff } from "../provider/provider.ts"
import { newTurn } from "../team/new-turn.ts"
import { seen } from "../team/seen.ts"
import { waitsForUser } from "../team/status.ts"
import { between, waitedBy, workedIn } from "./worked.ts"

type TurnEvent = EventOf<
  | "turn.started"
  | "turn.replied"
  | "turn.delayed"
  | "turn.step-retried"
  | "turn.stopping"
  | "turn.interrupted"
  | "turn.failed"
  | "turn.set-aside"
  | "turn.crashed"
  | "turn.recovered"
  | "turn.finished"
  | "turn.held"
  | "turn.released"
  | "turn.sent-back"
  | "turn.found"
  | "turn.cut-off"
>

export function evolveTurn(agent: Agent, event: TurnEvent, at: Instant): Agent {
  if (event.type === "turn.started") return started(agent, event, at)
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  switch (event.type) {
    case "turn.held":
      return { ...agent, turn: { ...turn, status: { kind: "held", since: at } } }
    case "turn.released":
      return seen(
        { ...agent, turn: { ...turn, waitedMs: waitedBy(turn, at), status: { kind: "asking", since: at } } },
        at,
        "got its turn to ask",
      )
    case "turn.replied":
      return {
        ...seen(agent, at, "replied"),
        turn: { ...turn, step: event.step, attempt: 1, lastFailure: null, status: { kind: "asking", since: at }, calls: [] },
        usage: addUsage(agent.usage, event.reply.usage),
        spentUsd: agent.spentUsd + (event.costUsd ?? 0),
        // How the conversation ended decides what "retry" means; another turn in between does not change that.
        lastTurn: turn.brief.apart ? agent.lastTurn : { outcome: "finished", stopReason: event.reply.stopReason },
        run: called(survived(agent.run), event.fingerprint),
        absence: countAway(agent, "steps"),
      }
    case "turn.sent-back":
      return seen({ ...agent, turn: { ...turn, sentBack: (turn.sentBack ?? 0) + 1 } }, at, "was asked again")
    case "turn.delayed":
      return {
        ...agent,
        turn: {
          ...turn,
          waitedMs: waitedBy(turn, at),
          lastFailure: event.failure.kind,
          status: { kind: "delayed", until: event.until, failure: event.failure, since: at },
        },
      }
    case "turn.step-retried": {
      const again: Turn = { ...turn, waitedMs: waitedBy(turn, at), attempt: event.attempt, status: { kind: "asking", since: at } }
      return seen({ ...agent, turn: again }, at, "asked again")
    }
    case "turn.stopping":
      return { ...agent, turn: { ...turn, waitedMs: waitedBy(turn, at), status: { kind: "stopping" } } }
    case "turn.set-aside":
      return { ...agent, turn: { ...turn, setAside: true } }
    case "turn.crashed":
      return { ...agent, run: crashed(agent.run, event) }
    case "turn.recovered": {
      const { setAside: _over, ...opened } = turn
      // The provider's wait outlives the app: asking earlier would be refused again, at the cost of everybody.
      if (turn.status.kind === "delayed") return { ...agent, turn: opened }
      const waitedMs = waitedBy(turn, at) + away(agent, turn, at)
      const recovered: Agent = {
        ...agent,
        turn: { ...opened, waitedMs, status: turn.calls.some(isOpen) ? { kind: "calling" } : { kind: "asking", since: at } },
      }
      // One that waits for the user counts its wait from the last sign of it, which is then still the last.
      return waitsForUser(turn) ? recovered : seen(recovered, at, "was taken up again")
    }
    case "turn.interrupted":
      return onHold(keptDraft(ended(agent, turn, "interrupted", null, at), turn.brief.apart ? "" : event.draft))
    case "turn.failed":
      return {
        ...onHold(ended(agent, turn, "failed", null, at)),
        trouble: troubleOf(turn, event, at),
      }
    case "turn.found":
      return seen({ ...agent, turn: { ...turn, found: [...(turn.found ?? []), event.finding] } }, at, "found something")
    case "turn.cut-off":
      return { ...agent, turn: null }
    case "turn.finished":
      // What Kibitz did itself is no work of the agent's: neither its time nor how its conversation ended is changed by it.
      if (turn.brief.byKibitz) return seen({ ...agent, turn: null }, at, "ended a turn, finished")
      return ended(agent, turn, "finished", agent.lastTurn?.stopReason ?? null, at)
    default:
      return unreachable(event)
  }
}

function started(agent: Agent, event: EventOf<"turn.started">, at: Instant): Agent {
  const { turnId: id, model, cause = "message", brief = briefOfCause(cause) } = event
  const turn = newTurn({ id, at, model, cause, brief })
  if (brief.byKibitz) return seen({ ...agent, turn, due: null, waits: null }, at, "began a turn")
  const run = begun(agent, turn.cause, event.woken === true)
  const rehearsal = agent.rehearsal || event.rehearsal === true
  const absence = turn.cause === "continuation" ? countAway(agent, "continued") : agent.absence
  const spell = agent.spell + 1
  return seen({ ...agent, turn, trouble: null, spell, run, rehearsal, absence, due: null, waits: null }, at, "began a turn")
}

/** While Kibitz was closed nobody worked. What waits for the user, or for a free request, counts its own time. */
function away({ evidence }: Agent, turn: Turn, at: Instant): number {
  return turn.status.kind === "held" || waitsForUser(turn) ? 0 : between(evidence.at, at)
}

type TurnOutcome = "finished" | "interrupted" | "failed"

function ended(agent: Agent, turn: Turn, outcome: TurnOutcome, stopReason: StopReason | null, at: Instant): Agent {
  const { run } = agent
  const idle = run.progressed ? 0 : turn.cause === "continuation" ? run.idle + 1 : run.idle
  const counted: Run = {
    ...run,
    idle,
    workedMs: run.workedMs + workedIn(turn, at),
    restarts: outcome === "finished" ? 0 : run.restarts,
  }
  const lastTurn = turn.brief.apart ? agent.lastTurn : { outcome, stopReason }
  return { ...seen(agent, at, `ended a turn, ${outcome}`), turn: null, run: counted, lastTurn }
}

/** An answer that did not fit is not the provider's trouble: what comes of it, the brief has said. */
function troubleOf({ brief }: Turn, { turnId, parked, failure }: EventOf<"turn.failed">, at: Instant): Agent["trouble"] {
  if (failure.kind === "invalid_answer") return null
  return { at, turnId, parked, failure, ...(brief.apart ? { brief } : {}) }
}

/** As much of the end of a reply as tells a model where it was. */
const KEPT_OF_DRAFT = 8_000

function keptDraft(agent: Agent, draft: string): Agent {
  if (!agent.lastTurn || draft === "") return agent
  const kept = draft.length > KEPT_OF_DRAFT ? `…${draft.slice(-KEPT_OF_DRAFT).toWellFormed()}` : draft
  return { ...agent, lastTurn: { ...agent.lastTurn, draft: kept } }
}

/** A loop shows in the last four steps. */
const KEPT = 4

function called(run: Run, fingerprint: string | undefined): Run {
  return fingerprint === undefined ? run : { ...run, calls: [...run.calls, fingerprint].slice(-KEPT) }
}

function begun({ run, trouble }: Agent, cause: TurnCause, isWoken: boolean): Run {
  return {
    ...run,
    progressed: false,
    iteration: run.iteration + (cause === "continuation" || isWoken ? 1 : 0),
    // A network that comes and goes uses nobody up.
    restarts: run.restarts + (cause === "restart" && !isCutOff({ trouble }) ? 1 : 0),
    ...(isWoken ? { woken: true } : {}),
  }
}

/** There is no next step any more at which something could be taken: what was meant for it comes first when the user goes on. */
function onHold(agent: Agent): Agent {
  if (agent.queue.every((message) => message.delivery === "queue")) return agent
  const queue = [...agent.queue].sort((a, b) => Number(b.delivery === "now") - Number(a.delivery === "now"))
  return { ...agent, queue: queue.map((message) => ({ ...message, delivery: "queue" as const })) }
}

function addUsage(sum: Usage = noUsage, more: Usage): Usage {
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + more.cacheWriteTokens,
    estimated: sum.estimated || more.estimated,
  }
}
