// Owns: what the audit log says about an event. Whatever decides, permits, runs or changes a right has an entry, with every axis as it
// was at that moment; what merely moves a conversation along has none.
import type {
  AgentId,
  AuditBody,
  AuditKind,
  CallId,
  Event,
  Instant,
  Json,
  JsonObject,
  Seq,
  Settings,
  World,
} from "@kibitz/contract"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { RECAST } from "../agent/recast-line.ts"
import { showPattern } from "../gate/pattern-text.ts"
import { findAgent } from "../team/agents.ts"
import { proofOf } from "../verification/proof.ts"

const EXCERPT = 500
const LONGEST_INPUT = 4_000

type Told = {
  readonly kind: AuditKind
  readonly agentId?: AgentId
  readonly callId?: CallId
  readonly rule: string
  readonly because: string
  readonly facts: JsonObject
}

/**
 * `world` is the one after the event: its axes are those the event left behind; a transition names the one before in its facts.
 * `before` is the world the event came upon; left out, all settings count as changed.
 */
export function auditOf(event: Event, world: World, seq: Seq, at: Instant, before?: World): AuditBody | null {
  const told = tell(event, world, before)
  if (!told) return null
  const { kind, agentId = null, callId = null, rule, because, facts } = told
  const posture = (agentId && findAgent(world, agentId)?.posture) || null
  return { seq, at, kind, agentId, callId, posture, rule, because, facts }
}

function tell(event: Event, world: World, before?: World): Told | null {
  switch (event.type) {
    case "call.asked":
    case "call.allowed":
    case "call.blocked": {
      const { agentId, callId, capability, input, verdict } = event
      const { effect, rule, because, ...more } = verdict
      const approvedBy = event.type === "call.allowed" && event.approvedBy ? { approvedBy: event.approvedBy } : {}
      const decision = event.type === "call.asked" ? "ask" : effect
      const facts = { decision, capability, input: bounded(input), head: world.head, ...more, ...approvedBy } as JsonObject
      return { kind: "decision", agentId, callId, rule, because, facts }
    }
    case "call.finished": {
      const { agentId, callId, result } = event
      const { ok, output, bytes, durationMs, exitCode, spool } = result
      const call = findAgent(world, agentId)?.turn?.calls.find(({ id }) => id === callId)
      const facts = {
        capability: call?.capability ?? "",
        input: bounded(call?.input ?? null),
        ok,
        bytes,
        durationMs: Math.round(durationMs * 1000) / 1000,
        sha256: result.sha256 ?? bytesToHex(sha256(utf8ToBytes(output))),
        excerpt: output.length > EXCERPT ? `${output.slice(0, EXCERPT)}…`.toWellFormed() : output,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(spool === undefined ? {} : { spool }),
      }
      return { kind: "receipt", agentId, callId, rule: "run", because: ok ? "It ran." : "It ran and failed.", facts }
    }
    case "attention.resolved": {
      const { agentId, itemId, outcome, note, visibleMs, callId, surface = null, pattern } = event
      const item = before?.attention[itemId]
      const asked = item ? { card: item.kind, ...("verdict" in item ? { rule: item.verdict.rule } : {}) } : {}
      const facts = { itemId, outcome, visibleMs, surface, ...asked, ...(pattern === undefined ? {} : { pattern }) }
      return { kind: "answer", agentId, ...(callId ? { callId } : {}), rule: outcome, because: note, facts }
    }
    case "approval.armed":
      return {
        kind: "answer",
        agentId: event.agentId,
        rule: "armed",
        because: "First of two steps.",
        facts: { itemId: event.itemId },
      }
    case "posture.changed": {
      const { agentId, axis, from, to, reason, scope, actor } = event
      return { kind: "transition", agentId, rule: axis, because: reason, facts: { axis, from, to, scope, actor } }
    }
    case "grant.given": {
      const { grant } = event
      const facts = { ...grant, pattern: showPattern(grant.pattern) } as unknown as JsonObject
      return { kind: "grant", agentId: grant.agentId, rule: grant.scope, because: "You allowed it.", facts }
    }
    case "grant.used":
      return { kind: "grant", rule: "used", because: "A grant was used.", facts: { grantId: event.grantId } }
    case "grants.ended":
      return { kind: "grant", rule: event.cause, because: "A grant has ended.", facts: { grantIds: event.grantIds } }
    case "agent.founded": {
      const { agentId, name, parentId, limitUsd = null } = event
      const facts = { name, parentId, limitUsd, callId: event.callId ?? null }
      return { kind: "agent", agentId, rule: "founded", because: `${name} came to be.`, facts }
    }
    case "presence.joined": {
      const { agentId, cause, surface } = event
      return { kind: "agent", agentId, rule: "joined", because: "user joined", facts: { cause, surface } }
    }
    case "presence.left": {
      const { agentId, cause, stayedMs } = event
      return { kind: "agent", agentId, rule: "left", because: "user left", facts: { cause, stayedMs } }
    }
    case "agent.moved":
      return {
        kind: "agent",
        agentId: event.agentId,
        rule: event.standing.kind,
        because: event.because,
        facts: { standing: event.standing as unknown as Json },
      }
    case "agent.redirected":
      return {
        kind: "agent",
        agentId: event.agentId,
        rule: "redirected",
        because: "It has another assignment.",
        facts: { assignment: bounded(event.assignment) },
      }
    case "agent.recast":
      return { kind: "agent", agentId: event.agentId, rule: "recast", because: RECAST, facts: {} }
    case "agent.configured": {
      const { type: _, agentId, ...facts } = event
      return { kind: "agent", agentId, rule: "configured", because: "", facts: facts as JsonObject }
    }
    case "agent.renamed":
      return { kind: "agent", agentId: event.agentId, rule: "renamed", because: "", facts: { name: event.name } }
    case "consent.set":
      return {
        kind: "grant",
        agentId: event.agentId,
        rule: "background-tab",
        because: event.given ? "Its team may open a background tab." : "Its team may not open a background tab any more.",
        facts: { given: event.given },
      }
    case "verification.ended": {
      const { agentId, passed, checks } = event
      const failed = checks.some(({ required, result }) => required && result === "failed")
      const facts = { passed, checks: checks.map(({ name, result, required }) => ({ name, result, required })) }
      return {
        kind: "receipt",
        agentId,
        rule: "verification",
        because: failed ? "It is not done." : proofOf(checks).because,
        facts,
      }
    }
    case "limit.changed":
      return {
        kind: "limit",
        rule: "provider",
        because: event.limit ? "The provider lets nobody ask before then." : "The provider answers again.",
        facts: { limit: event.limit as Json },
      }
    case "agent.model-chosen":
      return { kind: "agent", agentId: event.agentId, rule: "model", because: "", facts: { model: event.model } }
    case "result.rated":
      return {
        kind: "agent",
        agentId: event.agentId,
        rule: "rated",
        because: event.note,
        facts: { stars: event.stars },
      }
    case "agent.budgeted":
      return {
        kind: "limit",
        agentId: event.agentId,
        rule: "budget",
        because: "A limit was set.",
        facts: { limitUsd: event.limitUsd },
      }
    case "attention.raised":
      if (event.item.kind !== "budget") return null
      return {
        kind: "limit",
        agentId: event.agentId,
        rule: "budget-reached",
        because: "A limit was reached.",
        facts: { holderId: event.item.holderId, limitUsd: event.item.limitUsd, spentUsd: event.item.spentUsd },
      }
    case "settings.changed": {
      const facts = changedSettings(before?.settings, event.settings)
      return { kind: "system", rule: "settings", because: "These settings are now so.", facts }
    }
    case "surfaces.changed":
      return { kind: "system", rule: "surfaces", because: "Who is connected has changed.", facts: { surfaces: event.surfaces } }
    case "workspace.head-recorded":
      return { kind: "system", rule: "head", because: "The project stands on another commit.", facts: { head: event.head } }
    case "posture.steer-queued": {
      const { axis, to, scope, reason } = event.steer
      return { kind: "transition", agentId: event.agentId, rule: axis, because: reason, facts: { axis, to, scope, waits: true } }
    }
    case "posture.steers-dropped":
      return {
        kind: "transition",
        agentId: event.agentId,
        rule: "dropped",
        because: "A change that waited was taken back.",
        facts: { axes: event.axes },
      }
    case "sandbox.recorded": {
      const { state, name, because } = event.status
      return { kind: "system", rule: "sandbox", because, facts: { state, name } }
    }
    case "audit.verified":
      // A log that does not hold may be one that cannot be continued; that it is so must be told all the same.
      if (!event.ok) return null
      return { kind: "system", rule: "audit", because: event.problem, facts: { ok: event.ok, entries: event.entries } }
    default:
      return null
  }
}

/** Only what has changed: the journal has the rest, and a log that repeats every price with every change of the text size hides the change. */
function changedSettings(before: Settings | undefined, after: Settings): JsonObject {
  const changed: Partial<Record<keyof Settings, unknown>> = {}
  for (const name of Object.keys(after) as (keyof Settings)[])
    if (!isSame(before?.[name], after[name])) changed[name] = after[name]
  return changed as JsonObject
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other)
}

/** The journal has the whole input; a log that repeats a file of two megabytes is read by nobody. */
function bounded(input: Json): Json {
  const text = JSON.stringify(input)
  if (text.length <= LONGEST_INPUT) return input
  return { sha256: bytesToHex(sha256(utf8ToBytes(text.toWellFormed()))), length: text.length }
}
