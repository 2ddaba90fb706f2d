// What an assignment may take is time of work (OPM-6): nobody has had all of it for having waited.
import { type AgentId, type ItemId, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { agentStatus } from "../team/status.ts"

const app = { actor: "app", surface: null } as const

function working(): { run: Replay; ed: AgentId; turn: () => { agentId: AgentId; turnId: TurnId } } {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  return { run, ed, turn: () => ({ agentId: ed, turnId: run.agent(ed).turn?.id as TurnId }) }
}
function worksAMinuteAndStops(run: Replay, turn: { agentId: AgentId; turnId: TurnId }): void {
  run.pass({ minutes: 1 })
  run.must({ type: "turn.reply", ...turn, reply: replyOf([{ type: "text", text: "Half of it." }]) }, app)
}
const failure = { kind: "rate_limited", message: "later", status: 429, requestId: null, retryAfterMs: null } as const

it("A1 five hours of waiting for the provider are no work, and it goes on after them", () => {
  const { run, ed, turn } = working()
  run.pass({ minutes: 1 })
  run.must({ type: "turn.delay", ...turn(), failure, delayMs: 5 * 3_600_000, draft: "" }, app)
  run.pass({ hours: 5 })
  run.must({ type: "turn.retry-step", ...turn() }, app)
  worksAMinuteAndStops(run, turn())
  expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, due: { why: "continue" }, run: { workedMs: 120_000 } })
})

it("A1 neither is waiting for a free request, nor what is given up while it waits", () => {
  const { run, ed, turn } = working()
  run.must({ type: "turn.hold", ...turn() }, app)
  run.pass({ hours: 1 })
  run.must({ type: "turn.release", ...turn() }, app)
  run.pass({ minutes: 1 })
  run.must({ type: "turn.delay", ...turn(), failure, delayMs: 60_000, draft: "" }, app)
  run.pass({ hours: 1 })
  run.must({ type: "turn.fail", ...turn(), failure, parked: true, draft: "" }, app)
  expect(run.agent(ed).run.workedMs).toBe(60_000)
})

it("OPM-11 neither is the night over which Kibitz was closed", () => {
  const { run, ed, turn } = working()
  run.pass({ hours: 9 })
  run.must({ type: "turn.recover", ...turn(), draft: "" }, app)
  worksAMinuteAndStops(run, turn())
  expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, run: { workedMs: 60_000 } })
})

it("OPM-7 whoever has waited for a request, for the provider or for Kibitz to be opened again has given a sign of life by going on", () => {
  const { run, ed, turn } = working()
  run.must({ type: "turn.hold", ...turn() }, app)
  run.pass({ minutes: 3 })
  run.must({ type: "turn.release", ...turn() }, app)
  expect(agentStatus(run.agent(ed), run.journal.at(-1)?.at)).toBe("working")
  run.must({ type: "turn.delay", ...turn(), failure, delayMs: 600_000, draft: "" }, app)
  run.pass({ minutes: 10 })
  run.must({ type: "turn.retry-step", ...turn() }, app)
  expect(agentStatus(run.agent(ed), run.journal.at(-1)?.at)).toBe("working")
  run.pass({ hours: 9 })
  run.must({ type: "turn.recover", ...turn(), draft: "" }, app)
  expect(agentStatus(run.agent(ed), run.journal.at(-1)?.at)).toBe("working")
})

it("OPM-11 the user's wait over a night is their own: neither the time before Kibitz was closed nor that after it is work", () => {
  const { run, ed } = working()
  const [call] = run.proposes(ed, { name: "bash", input: { command: "npm install left-pad" } })
  expect(call?.status).toBe("asked")
  run.pass({ hours: 12 })
  run.must({ type: "turn.recover", agentId: ed, turnId: run.agent(ed).turn?.id as TurnId, draft: "" }, app)
  run.pass({ hours: 12 })
  const item = Object.values(run.world().attention)[0]
  run.must({ type: "attention.expire", itemId: item?.id as ItemId }, app)
  expect(run.agent(ed).turn?.waitedMs).toBe(86_400_000)
})
