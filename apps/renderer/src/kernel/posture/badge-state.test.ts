import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Agent, AgentId, Instant } from "@kibitz/contract"
import { jakeId } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { replayWithJake } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { badgeState } from "./badge-state.ts"

const still = { isPaused: false, isPulsing: false }
const pulsing = { isPaused: false, isPulsing: true }

function working(): { run: ReturnType<typeof replayWithJake>; ed: AgentId } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
  return { run, ed: run.agent(jakeId).childIds[0] as AgentId }
}

test("AXS-9: the badge pulses while an autonomous agent works, and at no other time", () => {
  const { run, ed } = working()
  expect(badgeState(run.agent(jakeId))).toEqual(still)
  expect(badgeState(run.agent(ed))).toEqual(pulsing)
  run.must({ type: "posture.change", agentId: ed, changes: { runControl: "assisted" }, when: "now", reason: "" })
  expect(badgeState(run.agent(ed))).toEqual(still)
})

test("AXS-9: nothing pulses for who waits: for the provider, for a free request, for the user, for its team", () => {
  const { run, ed } = working()
  const agent = run.agent(ed)
  const turn = agent.turn ?? expect.fail("Ed works")
  const call = { status: "asked", id: "c1", capability: "bash", input: {}, since: turn.startedAt, itemId: "i1" }
  const waiting: readonly Partial<Agent>[] = [
    { turn: { ...turn, status: { kind: "held" } } as never },
    { turn: { ...turn, status: { kind: "delayed", until: turn.startedAt, failure: {} } } as never },
    { turn: { ...turn, status: { kind: "calling" }, calls: [call] } as never },
    { turn: null, waits: "child", tally: agent.tally },
    { turn: null, waits: "you" },
  ]
  for (const fields of waiting) expect(badgeState({ ...agent, ...fields })).toMatchObject({ isPulsing: false })
})

test("OPM-7: nothing pulses for one of whom nothing has been heard", () => {
  const { run, ed } = working()
  const agent = run.agent(ed)
  const later = new Date(Date.parse(agent.evidence.at) + 10 * 60_000).toISOString() as Instant
  expect(agentStatus(agent, later)).toBe("unverifiable")
  expect(badgeState(agent, later)).toEqual(still)
})

test("AXS-9: a paused badge is dim, whatever it was before", () => {
  const { run, ed } = working()
  run.must({ type: "agent.halt", agentId: ed, how: "pause", all: false, scope: "one" })
  const turnId = run.agent(ed).turn?.id
  if (turnId) run.must({ type: "turn.stop", agentId: ed, turnId, draft: "" }, { actor: "app", surface: null })
  expect(badgeState(run.agent(ed))).toEqual({ isPaused: true, isPulsing: false })
})

const css = readFileSync(join(import.meta.dirname, "posture.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
  selector: selector.trim(),
  body,
}))

test("AXS-9, U29: only a badge that is said to pulse does, by a token that less motion takes away", () => {
  const animated = rules.filter(({ body }) => /pulse/.test(body))
  expect(animated.map(({ body }) => body.trim())).toEqual(["animation: var(--pulse);"])
  expect(animated.map(({ selector }) => selector.includes(".badge-pulsing"))).toEqual([true])
})

test("AXS-9: paused words are written in the faintest colour that can be read; what must not be overlooked is not", () => {
  const dim = rules.filter(({ selector, body }) => /-paused/.test(selector) && body.includes("color: var(--faint)"))
  const selectors = dim.map(({ selector }) => selector).join(" ")
  for (const part of [".badge-paused .segment-button", ".badge-paused .phase-chip", ".face-paused .face-segment"])
    expect(selectors).toContain(part)
  expect(selectors.match(/:not\(\.value-unrestricted\)/g)).toHaveLength(2)
})
