// What is counted while nobody looks (ux 1.3): what "since you left" says must be what happened, also on a screen that gets lean events.
import { type AgentId, jakeId, noUsage, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { findAgent } from "../team/agents.ts"
import { spentWith } from "./absence.ts"

const app = { actor: "app", surface: null } as const
const user = { actor: "user", surface: "desktop", connection: "c1" } as const

const join = (run: Replay, agentId: AgentId) => run.must({ type: "presence.join", agentId, pane: "p1", cause: "navigate" }, user)
const leave = (run: Replay) => run.must({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)

function writes(run: Replay, agentId: AgentId, ok: boolean): void {
  const [call] = run.proposes(agentId, { name: "write_file", input: { path: "a.txt", content: "x".repeat(3000) } })
  const turnId = run.agent(agentId).turn?.id as TurnId
  if (!call) throw new Error("it proposed nothing")
  run.must({ type: "call.finish", agentId, turnId, callId: call.id, result: { ok, output: "", bytes: 0, durationMs: 1 } }, app)
}

function says(run: Replay, agentId: AgentId, outputTokens: number): void {
  const turnId = run.agent(agentId).turn?.id as TurnId
  const reply = replyOf([{ type: "text", text: "So far." }], "end_turn", { ...noUsage, outputTokens })
  run.must({ type: "turn.reply", agentId, turnId, reply }, app)
}

it("counts steps, continuations, changes and money of an absence, and stops when the user is back", () => {
  const run = replayWithJake()
  const connection = { using: "provider", keySource: "environment", keyHint: null, protection: "none" } as const
  run.must({ type: "connection.record", ...connection }, app)
  run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "execution" }, confirm: "execution", reason: "" }, user)
  join(run, jakeId)
  writes(run, jakeId, true)
  says(run, jakeId, 1000)
  expect(run.agent().absence).toMatchObject({ steps: 0, changes: 0, until: run.agent().presence?.since })

  leave(run)
  const before = spentWith(run.agent())
  expect(run.agent().absence).toMatchObject({ steps: 0, changes: 0, until: null, spentBefore: before })
  run.pass({ minutes: 5 })
  run.must({ type: "agent.continue", agentId: jakeId }, app)
  writes(run, jakeId, true)
  writes(run, jakeId, false)
  says(run, jakeId, 2000)
  join(run, jakeId)
  const { absence, presence } = run.agent()
  expect(absence).toMatchObject({
    steps: 3,
    continued: 1,
    changes: 1,
    until: presence?.since,
    spentAfter: spentWith(run.agent()),
  })
  expect(absence.spentAfter).toBeGreaterThan(before)

  run.must({ type: "message.send", agentId: jakeId, text: "and now?", delivery: "queue" }, user)
  says(run, jakeId, 10)
  expect(run.agent().absence).toEqual(absence)
  expect(findAgent(run.lighter(), jakeId)?.absence).toEqual(absence)
})

it("one that was never visited has been alone since it began", () => {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed" })
  const ed = run.agent().childIds[0] as AgentId
  expect(run.agent(ed).absence.since).toBe(run.agent(ed).createdAt)
})
