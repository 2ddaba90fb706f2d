import { type AgentId, type ClientCommandInput, jakeId, type World } from "@kibitz/contract"
import { emptyWorld, putAgent } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Outcome } from "../../kernel/bridge/requests.ts"
import type { WorldState } from "../../kernel/replica/replica.ts"
import { createNavigation } from "../../kernel/view/navigation.ts"
import { talkingTo } from "../../kernel/view/view.ts"
import { createSpawns } from "./spawns.ts"

const agent = (id: string) => ({ id, name: id, parentId: id === "jake" ? null : "jake", childIds: [] }) as never

function withAgents(...ids: readonly string[]): World {
  return { ...emptyWorld, agents: ids.map(agent).reduce(putAgent, emptyWorld.agents) }
}

function opened({
  outcome = { accepted: true, seq: 1 as never },
  isForOne = false,
}: {
  outcome?: Outcome
  isForOne?: boolean
} = {}) {
  const asked: ClientCommandInput[] = []
  const remarks: (string | null)[] = []
  const world = createStore<WorldState>(() => ({ world: withAgents("jake"), app: null, ended: [], undoable: null }))
  const go = createNavigation({ getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const dispatch = async (command: ClientCommandInput) => {
    asked.push(command)
    return outcome
  }
  const remark = (text: string | null) => void remarks.push(text)
  const spawns = createSpawns({ dispatch, go, world, newId: () => "7", isForOne, remark })
  const knows = (...ids: readonly string[]) => world.setState({ world: withAgents("jake", ...ids) })
  return { spawns, go, asked, remarks, knows, talking: () => talkingTo(go.view.getState()) }
}

test("OPM-2: joins the child that any command asked for in the focused pane, once it is there, and no other", async () => {
  const { spawns, go, asked, knows, talking } = opened()
  go.to(jakeId)
  const done = spawns.spawnBy(({ agentId: childId, pane = "p0" }) => ({
    type: "slash.run",
    agentId: jakeId,
    line: "/spawn Noa",
    childId,
    pane,
  }))
  const { focused: pane } = go.view.getState()
  expect(asked).toEqual([{ type: "slash.run", agentId: jakeId, line: "/spawn Noa", childId: "agent_7", pane }])
  expect(await done).toMatchObject({ accepted: true })
  // Another child of Jake's that somebody else started in the same moment.
  knows("agent_6")
  expect(talking()).toBe(jakeId)
  knows("agent_6", "agent_7")
  expect(talking()).toBe("agent_7")
})

test("names the child in the command, and no pane where the screen is for one chat", () => {
  const { spawns, asked } = opened({ isForOne: true })
  spawns.spawn("ed" as AgentId)
  expect(asked).toEqual([{ type: "agent.spawn", parentId: "ed", agentId: "agent_7" }])
})

test("OPM-2: a refused spawn leaves the user where they are, and the refusal goes to the caller", async () => {
  const outcome: Outcome = { accepted: false, rejection: { kind: "not-allowed", message: "Jake already has 50 children." } }
  const { spawns, go, remarks, talking } = opened({ outcome })
  go.to(jakeId)
  const said = await spawns.spawnBy((child) => ({ type: "agent.spawn", parentId: jakeId, ...child }))
  expect([said, talking(), remarks]).toEqual([outcome, jakeId, []])
  spawns.spawn(jakeId)
  await Promise.resolve()
  await Promise.resolve()
  expect(remarks).toEqual(["Jake already has 50 children."])
})
