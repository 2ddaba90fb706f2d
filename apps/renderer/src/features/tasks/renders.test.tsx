// U25 in the task list: a line is drawn anew for its own agent, not for the look of the list that another agent has caused.
import { type Agent, type AgentId, jakeId, type World } from "@kibitz/contract"
import { allAgents, emptyWorld, findAgent, putAgents } from "@kibitz/domain"
import { sampleTeam, teamTime } from "@kibitz/testkit"
import { act } from "react"
import type { Root } from "react-dom/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { WorldState } from "../../kernel/replica/replica.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { SessionContext } from "../../kernel/session/session-context.ts"
import { openPage } from "../../kernel/testing/page.ts"
import { drawnBy, watchRenders } from "../../kernel/testing/renders.ts"
import type { LineActions } from "./task-line.tsx"

const TEAM = Array.from({ length: 200 }, (_, index) => `a${index}` as AgentId)
const start: World = sampleTeam(
  TEAM.map((id) => ({ id, name: id, parentId: jakeId, standing: { kind: "paused", at: teamTime, by: "user" } })),
)
const store = createStore<WorldState>(() => ({ world: start, app: null, ended: [], undoable: null }))
const actions: LineActions = { open() {}, act() {} }
let root: Root
let draw: () => void

beforeAll(async () => {
  watchRenders()
  const { createRoot } = await import("react-dom/client")
  const { TaskLine } = await import("./task-line.tsx")
  const session = { replica: { world: store } } as unknown as Session
  root = createRoot(openPage())
  draw = () =>
    act(() =>
      root.render(
        <SessionContext value={session}>
          {allAgents(store.getState().world ?? emptyWorld).map((agent) => (
            <TaskLine
              key={agent.id}
              taskKey={`agent ${agent.id}`}
              agent={agent}
              entry={null}
              group="paused"
              now={teamTime}
              isAt={false}
              actions={actions}
            />
          ))}
        </SessionContext>,
      ),
    )
  draw()
})
afterAll(() => act(() => root.unmount()))

function change(fields: Partial<Agent> & Pick<Agent, "id">): void {
  act(() =>
    store.setState(({ world }) => {
      const now = world ?? emptyWorld
      return { world: { ...now, agents: putAgents(now.agents, [{ ...findAgent(now, fields.id), ...fields } as Agent]) } }
    }),
  )
}

test("U25: between two looks of the list nothing is drawn; at the next, the one of two hundred lines whose agent has changed", () => {
  const id = TEAM[7] as AgentId
  expect(drawnBy(() => change({ id, spentUsd: 1, progress: { percent: 10, note: "reading" } }))).toEqual({})
  const drawn = drawnBy(draw)
  expect(drawn).toMatchObject({ TaskLine: 1, Standing: 1 })
})
