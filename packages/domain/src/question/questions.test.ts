// One answer for all that asked the same (OPM-9).

import type { AgentId, ItemId, World } from "@kibitz/contract"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import type { Moment } from "../kernel/outcome.ts"
import { findAgent, putAgent } from "../team/agents.ts"
import { decideQuestion } from "./answer.ts"

let made = 0
const moment: Moment = { at: teamTime, id: (prefix) => `${prefix}_${++made}`, origin: { actor: "user", surface: "desktop" } }
const ask = (id: string, agentId: string, batch: string | null) =>
  sampleItem("question", { id, agentId, batch, question: "Which?" })
const items = [
  ask("a", "ed", "same"),
  ask("b", "mira", "same"),
  ask("c", "ed", "same"),
  ask("d", "mira", "other"),
  ask("e", "mira", null),
]
const world = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }, { id: "mira", under: "jake" }], {
  attention: Object.fromEntries(items.map((item) => [item.id, item])) as World["attention"],
})
const answer = (itemId: string, ...also: readonly string[]) => answerIn(world, itemId, ...also)
const answerIn = (there: World, itemId: string, ...also: readonly string[]) =>
  decideQuestion(there, { type: "question.answer", itemId: itemId as ItemId, text: "this one", also: also as ItemId[] }, moment)
const typesOf = (decision: ReturnType<typeof answer>) =>
  "events" in decision ? decision.events.filter(({ type }) => /resolved|delivered/.test(type)) : decision.rejection.kind

describe("OPM-9 one answer", () => {
  it("reaches everybody that asked the same", () => {
    expect(typesOf(answer("a", "b"))).toMatchObject([
      { type: "attention.resolved", itemId: "a", outcome: "answered", note: "this one" },
      { type: "message.delivered", agentId: "ed", text: expect.stringContaining("this one") },
      { type: "attention.resolved", itemId: "b", outcome: "answered" },
      { type: "message.delivered", agentId: "mira" },
    ])
  })

  it("is given once to one that asked twice", () => {
    expect(typesOf(answer("a", "c"))).toMatchObject([{ itemId: "a" }, { type: "message.delivered" }, { itemId: "c" }])
  })

  it("is for equal questions only, each named once, and all of them waiting", () => {
    expect(typesOf(answer("a", "d"))).toBe("not-allowed")
    expect(typesOf(answer("e", "d"))).toBe("not-allowed")
    expect(typesOf(answer("a", "b", "a"))).toBe("malformed")
    expect(typesOf(answer("a", "gone"))).toBe("unknown-item")
  })

  it("is kept for one whose money is spent, and the others have it at once", () => {
    const mira = findAgent(world, "mira" as AgentId) ?? expect.fail("who?")
    const broke = { ...world, agents: putAgent(world.agents, { ...mira, limitUsd: 1, spentUsd: 1 }) }
    const kept = { type: "message.queued", agentId: "mira", delivery: "now", text: expect.stringContaining("this one") }
    const sent = answerIn(broke, "a", "b")
    expect(typesOf(sent)).toMatchObject([{ itemId: "a" }, { type: "message.delivered", agentId: "ed" }, { itemId: "b" }])
    expect("events" in sent && sent.events.at(-1)).toMatchObject(kept)
    const alone = answerIn(broke, "b")
    expect("events" in alone && alone.events.map(({ type }) => type)).toEqual(["attention.resolved", "message.queued"])
  })
})
