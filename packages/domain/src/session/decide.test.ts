// What a start tells agents about commands that had outlived the last Kibitz.
import { type AgentId, type CallId, jakeId, type TurnId } from "@kibitz/contract"
import { replayWithJake, replyOf } from "@kibitz/testkit"
import { expect, it } from "vitest"

const app = { actor: "app", surface: null } as const
const leftover = (agentId: AgentId, callId: string, processes: number) => ({ agentId, callId: callId as CallId, processes })

it("F26 an agent whose commands had outlived Kibitz is told once, with every call, and reads it with its next message", () => {
  const run = replayWithJake()
  const leftovers = [leftover(jakeId, "call_1", 2), leftover(jakeId, "call_2", 1), leftover("gone" as AgentId, "call_3", 1)]
  const begun = run.must({ type: "session.begin", leftovers }, app)
  const notices = begun.filter((event) => event.type === "agent.noticed")
  expect(notices.map(({ agentId, notice }) => [agentId, notice.note])).toEqual([[jakeId, "leftovers"]])
  const sent = run.must({ type: "message.send", agentId: jakeId, text: "Go on.", delivery: "queue" })
  const texts = sent.flatMap((event) => (event.type === "message.delivered" ? [event.text] : []))
  expect(texts[0]).toContain("2 of the call call_1, 1 of the call call_2. They were ended at this start.")
  const turnId = run.agent(jakeId).turn?.id as TurnId
  run.must({ type: "turn.reply", agentId: jakeId, turnId, reply: replyOf([{ type: "text", text: "Yes." }]) }, app)
  expect(run.agent(jakeId).notices).toEqual([])
})

it("F26 a start that found nothing tells nobody", () => {
  const run = replayWithJake()
  for (const found of [{}, { leftovers: [] }])
    expect(run.must({ type: "session.begin", ...found }, app).filter((event) => event.type === "agent.noticed")).toEqual([])
})
