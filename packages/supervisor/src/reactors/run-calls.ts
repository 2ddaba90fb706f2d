// Owns: carrying out what the gate has allowed, and only that: every run starts from a committed call, through a Permit, when it has its place among those
// that may run at once. Does not own: waiting for that place (calls-under-way), how many may run, and which is next (call-slots).
import {
  type AgentId,
  type Call,
  type CallResult,
  type CapabilityName,
  type CommandOf,
  capabilities,
  isAppCapability,
  type Recorded,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { callsBegunBy, findAgent, isHeld, rootOf, wellFormed } from "@kibitz/domain"
import type { Clock, Ids, Log, Tools } from "@kibitz/ports"
import { permitFor } from "../gate/permit.ts"
import type { CallSlots } from "../scheduler/call-slots.ts"
import type { Place } from "../scheduler/slots.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import { abort, type CallOf, leave, newTurn, type UnderWay, waitForPlace } from "./calls-under-way.ts"
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
  /** For results that can be had again: the turn continues without waiting for the disk. */
  readonly note: (command: CommandOf<"call.finish">) => void
  /** It prints something: a sign of life. */
  readonly printed: (agentId: AgentId, capability: string) => void
}

export function runCalls(needs: RunCallsNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { report, slots } = needs
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
    if (place.held() && !isHeld(call)) run(needs, of, call, turn, place)
    else
      void waitForPlace(needs, of, turn, place).then((begins) =>
        begins ? run(needs, of, begins, turn, place) : leave(turn, place),
      )
  }

  function end(turnId: TurnId, turn: UnderWay): void {
    underWay.delete(turnId)
    abort(turn)
  }

  return {
    follow(batch, world) {
      const touched = new Set<AgentId>()
      for (const { event } of batch) {
        if (!("agentId" in event)) continue
        touched.add(event.agentId)
        const begun = callsBegunBy(event, world)
        if (begun.length === 0 || !("turnId" in event)) continue
        const turn = findAgent(world, event.agentId)?.turn
        if (turn?.id !== event.turnId) continue
        for (const call of turn.calls)
          if (call.status === "allowed" && begun.includes(call.id)) start(event.agentId, turn.id, call)
      }
      for (const [turnId, turn] of underWay) {
        if (touched.has(turn.agentId) && !continues(world, turn.agentId, turnId)) end(turnId, turn)
      }
    },
    stop() {
      for (const [turnId, turn] of [...underWay]) end(turnId, turn)
    },
  }
}

function rootFor({ supervisor }: Pick<RunCallsNeeds, "supervisor">, agentId: AgentId): string | undefined {
  const world = supervisor.world()
  const agent = findAgent(world, agentId)
  return agent && rootOf(world, agent)
}

/** Whatever ended it, its calls are over with it. */
function continues(world: World, agentId: AgentId, turnId: TurnId): boolean {
  const turn = findAgent(world, agentId)?.turn
  return turn?.id === turnId && turn.status.kind !== "stopping"
}

function run(needs: RunCallsNeeds, of: CallOf, call: Call, turn: UnderWay, place: Place): void {
  const { note, report, log } = needs
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
