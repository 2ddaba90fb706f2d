// Owns: carrying out what the gate has allowed, and only that: every run starts from a committed call, through a Permit, when it has its place among those
// that may run at once. One that waits for its place is seen to wait. Does not own: how many may run, and which is next (call-slots).
import {
  type AgentId,
  type Call,
  type CallId,
  type CallResult,
  type CapabilityName,
  type CommandOf,
  capabilities,
  isAppCapability,
  type Recorded,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { findAgent, isHeld, isRunning, rootOf, wellFormed } from "@kibitz/domain"
import type { Clock, Ids, Log, Tools } from "@kibitz/ports"
import { permitFor } from "../gate/permit.ts"
import type { CallSlots } from "../scheduler/call-slots.ts"
import type { Place } from "../scheduler/slots.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import type { Report } from "./report.ts"

export type RunCallsNeeds = {
  readonly tools: Tools
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly supervisor: Pick<Supervisor, "world" | "dispatch">
  readonly slots: CallSlots
  readonly timers: TimerQueue
  readonly report: Report
  /** For results that can be had again: the turn goes on without waiting for the disk. */
  readonly note: (command: CommandOf<"call.finish">) => void
  /** It prints something: a sign of life. */
  readonly printed: (agentId: AgentId, capability: string) => void
}

/** A call that has its place sooner is not worth a line in the journal. */
const SEEN_TO_WAIT_MS = 250
const TRY_AGAIN_MS = 1_000

type CallOf = { readonly agentId: AgentId; readonly turnId: TurnId; readonly callId: CallId }
/** The calls of one turn that run or wait. */
type UnderWay = {
  readonly agentId: AgentId
  readonly controller: AbortController
  readonly places: Set<Place>
  /** Waiting, and the journal does not say so yet. */
  readonly unseen: Set<CallId>
  /** The last time the journal was told who waits. */
  telling: Promise<unknown>
}

export function runCalls(needs: RunCallsNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { report, note, log, supervisor, slots, timers } = needs
  const underWay = new Map<TurnId, UnderWay>()

  function start(agentId: AgentId, turnId: TurnId, call: Call): void {
    // Also what Kibitz does itself needs a permit; it is carried out by a rule, in one transaction with its result.
    if (isAppCapability(call.capability)) {
      const { callId } = permitFor(agentId, call, rootFor(needs, agentId))
      return report({ type: "call.apply", agentId, turnId, callId })
    }
    const turn = underWay.get(turnId) ?? newTurn(agentId)
    underWay.set(turnId, turn)
    const place = slots.ask(agentId, call.capability)
    turn.places.add(place)
    const of = { agentId, turnId, callId: call.id }
    if (place.held() && !isHeld(call)) run(of, call, turn, place)
    else void wait(of, turn, place).then((begins) => (begins ? run(of, begins, turn, place) : leave(turn, place)))
  }

  /** null: it does not begin any more, or not now. */
  async function wait(of: CallOf, turn: UnderWay, place: Place): Promise<Call | null> {
    if (!place.held()) {
      if (turn.unseen.size === 0) timers.after(SEEN_TO_WAIT_MS, `hold/${of.turnId}`, () => tellWhoWaits(of, turn))
      turn.unseen.add(of.callId)
      await place.settled
      turn.unseen.delete(of.callId)
      await turn.telling
    }
    while (place.held()) {
      const call = callIn(supervisor.world(), of)
      if (!call || !isHeld(call)) return call && isRunning(call) ? call : null
      // Only what is known not to have begun can be begun after a crash: it is on disk before it begins.
      const outcome = await supervisor.dispatch({ type: "call.release", ...of })
      if ("rejection" in outcome && outcome.rejection.kind !== "storage-failed") return null
      if ("rejection" in outcome) await new Promise<void>((resolve) => timers.after(TRY_AGAIN_MS, `call/${of.callId}`, resolve))
    }
    return null
  }

  /** A full disk cannot say it, and then nobody sees it: no reason for a call not to begin. */
  function tellWhoWaits({ agentId, turnId }: CallOf, turn: UnderWay): void {
    const callIds = [...turn.unseen]
    turn.unseen.clear()
    if (callIds.length > 0) turn.telling = supervisor.dispatch({ type: "calls.hold", agentId, turnId, callIds })
  }

  function run(of: CallOf, call: Call, turn: UnderWay, place: Place): void {
    const { signal } = turn.controller
    const finish = (result: CallResult) => ({ type: "call.finish", ...of, result }) as const
    void carryOut(needs, of.agentId, call, signal)
      .then(
        (result) => {
          if (signal.aborted) return
          if (isRead(call)) note(finish(result))
          else report(finish(result))
        },
        (cause) => {
          log.error("a tool broke its promise not to throw", cause, { capability: call.capability })
          const output = `${call.capability} failed inside Kibitz. The log has the details.`
          report(finish({ ok: false, output, bytes: output.length, durationMs: 0 }))
        },
      )
      .finally(() => leave(turn, place))
  }

  function leave(turn: UnderWay, place: Place): void {
    turn.places.delete(place)
    place.leave()
  }

  function abort(turnId: TurnId): void {
    const turn = underWay.get(turnId)
    underWay.delete(turnId)
    turn?.controller.abort()
    turn?.unseen.clear()
    // A command that is told to end keeps its place until it has ended; one that waits has none to keep.
    for (const place of turn?.places ?? []) if (!place.held()) place.leave()
  }

  return {
    follow(batch, world) {
      const touched = new Set<AgentId>()
      for (const { event } of batch) {
        if ("agentId" in event) touched.add(event.agentId)
        switch (event.type) {
          case "call.allowed":
          case "turn.recovered": {
            const turn = findAgent(world, event.agentId)?.turn
            if (turn?.id !== event.turnId) break
            for (const call of turn.calls) {
              if (call.status === "allowed" && (event.type === "turn.recovered" || call.id === event.callId))
                start(event.agentId, turn.id, call)
            }
            break
          }
        }
      }
      for (const [turnId, { agentId }] of underWay) {
        if (touched.has(agentId) && !goesOn(world, agentId, turnId)) abort(turnId)
      }
    },
    stop() {
      for (const turnId of [...underWay.keys()]) abort(turnId)
    },
  }
}

function rootFor({ supervisor }: Pick<RunCallsNeeds, "supervisor">, agentId: AgentId): string | undefined {
  const world = supervisor.world()
  const agent = findAgent(world, agentId)
  return agent && rootOf(world, agent)
}

/** Whatever ended it, its calls are over with it. */
function goesOn(world: World, agentId: AgentId, turnId: TurnId): boolean {
  const turn = findAgent(world, agentId)?.turn
  return turn?.id === turnId && turn.status.kind !== "stopping"
}

function newTurn(agentId: AgentId): UnderWay {
  return { agentId, controller: new AbortController(), places: new Set(), unseen: new Set(), telling: Promise.resolve() }
}

function callIn(world: World, { agentId, turnId, callId }: CallOf): Call | null {
  const turn = findAgent(world, agentId)?.turn
  return (turn?.id === turnId && turn.calls.find(({ id }) => id === callId)) || null
}

function isRead(call: Call): boolean {
  return capabilities[call.capability as CapabilityName].idempotency === "read"
}

function isExternal(call: Call): boolean {
  return capabilities[call.capability as CapabilityName].external
}

const LONGEST_SOURCE = 200

/** Where the text is from, in the words of the call: "read_file src/index.ts". */
function sourceOf({ capability, input }: Call): string {
  const about = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {}
  const named = [about.path, about.url, about.query, about.text, about.pattern, about.command].find(
    (value) => typeof value === "string",
  )
  return `${capability} ${typeof named === "string" ? named : ""}`.trim().slice(0, LONGEST_SOURCE).toWellFormed()
}

async function carryOut(needs: RunCallsNeeds, agentId: AgentId, call: Call, signal: AbortSignal): Promise<CallResult> {
  const { tools, clock, ids, printed } = needs
  const began = clock.monotonic()
  for await (const event of tools.run(permitFor(agentId, call, rootFor(needs, agentId)), signal)) {
    if (event.type !== "end") {
      printed(agentId, call.capability)
      continue
    }
    const { ok, bytes, run, sha256, unread } = event
    const output = wellFormed(event.output)
    return {
      ok,
      output,
      bytes,
      durationMs: clock.monotonic() - began,
      ...(isExternal(call) ? { fence: ids.next("fence"), source: sourceOf(call) } : {}),
      ...(run ? { exitCode: run.exitCode, sha256: run.sha256 } : sha256 && output === event.output ? { sha256 } : {}),
      ...(run?.spool ? { spool: run.spool } : {}),
      ...(unread ? { unread } : {}),
    }
  }
  const output = `${call.capability} ended without a result.`
  return { ok: false, output, bytes: output.length, durationMs: clock.monotonic() - began }
}
