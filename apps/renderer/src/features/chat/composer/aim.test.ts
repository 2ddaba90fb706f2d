import type { Agent, AgentId } from "@kibitz/contract"
import { emptyWorld, putAgent } from "@kibitz/domain"
import { expect, test } from "vitest"
import { aimOf, mayAim, sentTo } from "./aim.ts"

const agent = (id: string, name: string) => ({ id, name }) as unknown as Agent
const world = { ...emptyWorld, agents: [agent("jake", "Jake"), agent("a1", "Ed")].reduce(putAgent, emptyWorld.agents) }
const jake = "jake" as AgentId
const aim = (text: string) => aimOf(text, world, jake)

test("what begins with another's name is for that one, a command as well as a message", () => {
  expect(aim("@Ed /stop")).toEqual({ agentId: "a1", name: "Ed", head: "@Ed ", line: "/stop", refusal: null })
  expect(aim("@ed look\nhere")).toEqual({ agentId: "a1", name: "Ed", head: "@ed ", line: "look\nhere", refusal: null })
  expect(aim("@Ed")).toMatchObject({ agentId: "a1", line: "" })
})

test("everything else is for the agent whose chat is open, as it was typed", () => {
  for (const text of ["ask @Ed", "/stop", " hello "])
    expect(aim(text)).toMatchObject({ agentId: jake, name: null, head: "", line: text })
  expect(aim("@Jake hello")).toMatchObject({ agentId: jake, name: null, head: "@Jake ", line: "hello" })
  expect(aimOf("@Ed hello", null, jake)).toMatchObject({ agentId: jake, line: "@Ed hello", refusal: null })
})

test("a name that nobody has is refused with the nearest one, and with the way to say it all the same", () => {
  const { refusal, line } = aim("@Edd hello")
  expect(refusal).toContain("@Ed?")
  expect(refusal).toContain("To say it to Jake, put a word before the @.")
  expect(line).toBe("@Edd hello")
})

test("before and after any name that could be meant, head and line are the text", () => {
  for (const text of ["@Ed, hello", "  @Ed:  x", "@Ed\tx", "@Edd x", "x"]) expect(aim(text).head + aim(text).line).toBe(text)
  expect([mayAim("@E"), mayAim(" @E"), mayAim("a@b")]).toEqual([true, true, false])
})

test("a message that another agent did not get is not said to be sent", () => {
  expect(sentTo("Ed", null)).toBe("Sent to Ed.")
  expect(sentTo("Ed", "The queue is full.")).toBe("Ed did not get it, it is kept in that chat. The queue is full.")
})
