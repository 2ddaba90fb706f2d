// A busy team must not keep the user from being heard, nor fill the memory (OPM-9).
import { AGENT_QUEUE_LIMITS, type AgentId, jakeId, type MessageId, type QueuedMessage, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf, sampleTeam, teamTime } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { findAgent } from "../team/agents.ts"
import { roomForReport } from "./from-agents.ts"

const app = { actor: "app", surface: null } as const
const send = (text: string) => ({ type: "message.send" as const, agentId: jakeId, text, delivery: "queue" as const })

/** Jake is in a turn, and each of these children ends by saying this. */
function team(count: number, said: (name: string) => string): Replay {
  const run = replayWithJake()
  run.must({ type: "settings.change", patch: { limits: { children: 200 } } })
  run.must(send("go"))
  for (let at = 1; at <= count; at += 1) {
    run.must({ type: "agent.spawn", parentId: jakeId, name: `Ed ${at}`, assignment: "a part" })
    const agentId = run.agent(jakeId).childIds.at(-1) as AgentId
    const turnId = run.agent(agentId).turn?.id as TurnId
    run.must({ type: "turn.reply", agentId, turnId, reply: replyOf([{ type: "text", text: said(`Ed ${at}`) }]) }, app)
  }
  return run
}
const size = (run: Replay) => run.agent(jakeId).queue.reduce((sum, { text }) => sum + text.length, 0)

it("OPM-9 51 children that are done while their parent works leave room for what the user says", () => {
  const run = team(51, () => "All of it. <chorus>COMPLETE</chorus>")
  expect(run.do(send("and now?"))).not.toBe("queue-full")
  expect(run.agent(jakeId).queue.at(-1)).toMatchObject({ text: "and now?" })
})

it("OPM-9 however many reports wait, they stay within bounds, and none is lost: the oldest are a list of first lines", () => {
  const run = team(120, (name) => `${name} wrote ${"x".repeat(15_000)} <chorus>COMPLETE</chorus>`)
  const { queue } = run.agent(jakeId)
  expect(queue.length).toBeLessThanOrEqual(AGENT_QUEUE_LIMITS.messages)
  expect(size(run)).toBeLessThanOrEqual(AGENT_QUEUE_LIMITS.characters + 20_000)
  const all = queue.map(({ text }) => text).join("\n")
  for (let at = 1; at <= 120; at += 1) expect(all).toContain(`Ed ${at} says that it is done.`)
  expect(queue.filter(({ from }) => from === undefined)).toHaveLength(1)
  expect(all).toContain("Ed 120 wrote")
})

it("OPM-9 T15 a list with a line of one that has read from the network is as doubtful as that one", () => {
  const report = (at: number): QueuedMessage => ({
    id: `msg_${at}` as MessageId,
    text: `Ed ${at} is done.`,
    delivery: "queue",
    at: teamTime,
    note: "report",
    ...(at === 0 ? { tainted: true } : {}),
  })
  const world = sampleTeam([{ id: "jake", queue: Array.from({ length: 50 }, (_, at) => report(at)) }])
  const jake = findAgent(world, jakeId) ?? expect.fail("no Jake")
  const events = roomForReport(jake, "Ed 50 is done.", { at: teamTime, id: (prefix) => `${prefix}_new`, origin: app })
  expect(events.at(-1)).toMatchObject({ type: "message.queued", note: "report", tainted: true })
  expect(events.at(-1)).not.toHaveProperty("from")
})
