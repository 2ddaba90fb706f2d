import type { Agent, Call, EventOf, Instant, Run, Turn, TurnStatus } from "@kibitz/contract"
import { changesFile, countAway } from "../presence/absence.ts"
import { isRunning } from "../team/running.ts"
import { waitsForUser } from "../team/status.ts"
import { survived } from "./crashes.ts"
import { bringsStrangersWords, isOpen } from "./facts.ts"

type CallEvent = EventOf<"call.asked" | "call.allowed" | "call.blocked" | "call.finished">

/** `amongTainted`: files of its workspace may hold text from the network. */
export function evolveCall(
  agent: Agent,
  event: CallEvent | EventOf<"calls.held" | "call.released">,
  at: Instant,
  amongTainted = false,
): Agent {
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  if (event.type === "calls.held") return { ...agent, turn: hold(turn, event) }
  if (event.type === "call.released") return release(agent, turn, event, at)
  const known = turn.calls.find((call) => call.id === event.callId)
  const calls =
    event.type === "call.finished"
      ? turn.calls.map((call) => finish(call, event))
      : known
        ? turn.calls.map((call) => (call === known ? judged(event, at) : call))
        : [...turn.calls, judged(event, at)]
  const isBusy = calls.some(isOpen) || turn.brief.byKibitz === true
  const next: TurnStatus = isBusy ? { kind: "calling" } : { kind: "asking", since: at }
  const status = turn.status.kind === "stopping" ? turn.status : next
  const isTainting = event.type === "call.finished" && known && bringsStrangersWords(known, event.result, amongTainted)
  const waitedMs = turn.waitedMs + waitedFor(known, turn, agent, at)
  return {
    ...agent,
    turn: { ...turn, calls, status, waitedMs },
    taintedAt: agent.taintedAt ?? (isTainting ? at : null),
    absence: changesFile(known, event) ? countAway(agent, "changes") : agent.absence,
    run: event.type === "call.finished" ? ended(agent.run, event) : agent.run,
    evidence: {
      at,
      what: `${saying[event.type]} ${spoken(known?.capability ?? ("capability" in event ? event.capability : "a call"))}`,
    },
  }
}

function hold(turn: Turn, { callIds }: EventOf<"calls.held">): Turn {
  const those = new Set(callIds)
  return {
    ...turn,
    calls: turn.calls.map((call) => (those.has(call.id) && isRunning(call) ? { ...call, held: true as const } : call)),
  }
}

/** It runs from now on; while nothing else of the turn ran, the turn has waited. */
function release(agent: Agent, turn: Turn, event: EventOf<"call.released">, at: Instant): Agent {
  const known = turn.calls.find(({ id }) => id === event.callId)
  if (known?.status !== "allowed") return agent
  const { held: _, confinement: __, ...rest } = known
  const { confinement } = event
  const begun: Call = { ...rest, since: at, ...(confinement ? { confinement } : {}) }
  const waited = turn.calls.some(isRunning) ? 0 : sinceLast(known.since, agent, at)
  const calls = turn.calls.map((call) => (call === known ? begun : call))
  return {
    ...agent,
    turn: { ...turn, calls, waitedMs: turn.waitedMs + waited },
    evidence: { at, what: `${saying["call.allowed"]} ${spoken(known.capability)}` },
  }
}

function ended(run: Run, { progress, survived: name }: EventOf<"call.finished">): Run {
  const left = name === undefined ? run : survived(run, name)
  return progress ? { ...left, progressed: true } : left
}

/** For people: "ended report progress", not the name a model uses. */
const spoken = (capability: string): string => capability.replaceAll("_", " ")

const saying = {
  "call.asked": "asked for",
  "call.allowed": "started",
  "call.blocked": "was refused",
  "call.finished": "ended",
} as const

/** Only while nothing else of it ran. */
function waitedFor(known: Call | undefined, turn: Turn, agent: Agent, at: Instant): number {
  return known?.status === "asked" && waitsForUser(turn) ? sinceLast(known.since, agent, at) : 0
}

/** Since it waits, or since the last sign of the agent if that was later. */
function sinceLast(since: Instant, { evidence }: Agent, at: Instant): number {
  return Math.max(0, Date.parse(at) - Math.max(Date.parse(since), Date.parse(evidence.at)))
}

function judged(event: EventOf<"call.asked" | "call.allowed" | "call.blocked">, at: Instant): Call {
  const request = { id: event.callId, capability: event.capability, input: event.input }
  const { confinement, because } = event.verdict
  switch (event.type) {
    case "call.asked":
      return { status: "asked", ...request, itemId: event.itemId, since: at }
    case "call.allowed":
      return {
        status: "allowed",
        ...request,
        since: at,
        ...(confinement ? { confinement } : {}),
        ...(event.approvedBy || event.verdict.grantId ? { byUser: true } : {}),
      }
    case "call.blocked":
      return { status: "blocked", ...request, because }
  }
}

function finish(call: Call, event: EventOf<"call.finished">): Call {
  if (call.id !== event.callId) return call
  // The output stays in the journal: the world is kept in memory and sent to every screen.
  const result = { ...event.result, output: "" }
  return { status: "finished", id: call.id, capability: call.capability, input: call.input, result }
}
