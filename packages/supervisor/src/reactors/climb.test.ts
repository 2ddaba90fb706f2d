import { type AgentId, jakeId } from "@kibitz/contract"
import { expect, it } from "vitest"
import { openTheatre, userAt } from "../opm/testing/theatre.ts"

it("OPM-9 F30 a question climbs also when the clock was set back while it was with the agent above", async () => {
  const theatre = await openTheatre()
  await theatre.do({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" }, userAt("c1"))
  const ed: AgentId = theatre.named("Ed").id
  const seconds = theatre.world().settings.limits.parentSeconds
  theatre.exchange("Ed").call("ask_user", { question: "Red or blue?", ask: "parent" })
  theatre.exchange("Ed").finish()
  await theatre.settled()
  expect(theatre.agent(ed).asking).toMatchObject([{ holderId: jakeId }])
  theatre.setBack(60_000)
  await theatre.pass(seconds * 1_000)
  // By the clock that the rule goes by too, Jake has a minute left.
  expect(theatre.agent(ed).asking).toHaveLength(1)
  await theatre.pass(60_000)
  expect(theatre.agent(ed).asking).toEqual([])
  expect(theatre.agent(ed).items.map((id) => theatre.world().attention[id]?.kind)).toEqual(["question"])
  theatre.close()
})
