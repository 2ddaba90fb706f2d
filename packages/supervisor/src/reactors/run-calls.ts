// Owns: carrying out what the gate has allowed, and only that: every run starts from a committed call, through a Permit.
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
import { findAgent, wellFormed } from "@kibitz/domain"
import type { Clock, Ids, Log, Tools } from "@kibitz/ports"
import { permitFor } from "../gate/permit.ts"
import type { Report } from "./report.ts"

export type RunCallsNeeds = {
  readonly tools: Tools
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly workspace: string
  readonly report: Report
  /** For results that can be had again: the turn goes on without waiting for the disk. */
  readonly note: (command: CommandOf<"call.finish">) => void
  /** It prints something: a sign of life. */
  readonly printed: (agentId: AgentId, capability: string) => void
}

export function runCalls(needs: RunCallsNeeds): { follow(batch: readonly Recorded[], world: World): void; stop(): void } {
  const { report, note, log } = needs
  const underWay = new Map<TurnId, AbortController>()

  function start(agentId: AgentId, turnId: TurnId, call: Call): void {
    // Also what Kibitz does itself needs a permit; it is carried out by a rule, in one transaction with its result.
    if (isAppCapability(call.capability)) {
      const { callId } = permitFor(agentId, call, needs.workspace)
      return report({ type: "call.apply", agentId, turnId, callId })
    }
    const controller = underWay.get(turnId) ?? new AbortController()
    underWay.set(turnId, controller)
    void carryOut(needs, agentId, call, controller.signal).then(
      (result) => {
        if (controller.signal.aborted) return
        const finished = { type: "call.finish", agentId, turnId, callId: call.id, result } as const
        if (isRead(call)) note(finished)
        else report(finished)
      },
      (cause) => {
        log.error("a tool broke its promise not to throw", cause, { capability: call.capability })
        const output = `${call.capability} failed inside Kibitz. The log has the details.`
        report({
          type: "call.finish",
          agentId,
          turnId,
          callId: call.id,
          result: { ok: false, output, bytes: output.length, durationMs: 0 },
        })
      },
    )
  }

  function abort(turnId: TurnId): void {
    underWay.get(turnId)?.abort()
    underWay.delete(turnId)
  }

  return {
    follow(batch, world) {
      for (const { event } of batch) {
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
          case "turn.stopping":
          case "turn.interrupted":
          case "turn.failed":
          case "turn.finished":
          case "verification.ended":
            abort(event.turnId)
        }
      }
    },
    stop() {
      for (const turnId of [...underWay.keys()]) abort(turnId)
    },
  }
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

async function carryOut(
  { tools, clock, ids, workspace, printed }: RunCallsNeeds,
  agentId: AgentId,
  call: Call,
  signal: AbortSignal,
): Promise<CallResult> {
  const began = clock.monotonic()
  for await (const event of tools.run(permitFor(agentId, call, workspace), signal)) {
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
