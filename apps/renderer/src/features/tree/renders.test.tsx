import { type Agent, jakeId, type World } from "@kibitz/contract"
import { emptyWorld, noTally, putAgents } from "@kibitz/domain"
import { act, Profiler } from "react"
import { createRoot } from "react-dom/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { WorldState } from "../../kernel/replica/replica.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { SessionContext } from "../../kernel/session/session-context.ts"
import { openPage } from "../../kernel/testing/page.ts"
import { treeLines } from "./lines.ts"
import { type RowActions, TreeRow } from "./tree-row.tsx"

const at = "2026-01-01T10:00:00.000Z"
const agent = (id: string, parentId: string | null, childIds: string[] = []) =>
  ({
    id,
    name: id,
    parentId,
    childIds,
    assignment: null,
    addressed: true,
    createdAt: at,
    standing: { kind: "open" },
    items: [],
    asking: [],
    evidence: { at, what: "replied" },
    progress: null,
    presence: null,
    turn: null,
    due: null,
    trouble: null,
    waits: null,
    tally: { ...noTally, agents: 1 + childIds.length },
  }) as unknown as Agent

const TEAM = Array.from({ length: 200 }, (_, index) => `a${index}`)
const start: World = {
  ...emptyWorld,
  agents: putAgents(emptyWorld.agents, [agent(jakeId, null, TEAM), ...TEAM.map((id) => agent(id, jakeId))]),
}
const store = createStore<WorldState>(() => ({ world: start, app: null, ended: [], undoable: null }))
const actions: RowActions = { press() {}, toggle() {}, menu() {} }
const drawn = new Map<string, number>()
let root: ReturnType<typeof createRoot>

beforeAll(() => {
  root = createRoot(openPage())
  const session = { replica: { world: store } } as unknown as Session
  act(() =>
    root.render(
      <SessionContext value={session}>
        {treeLines(start, new Map(), "").map((line) => (
          <Profiler key={line.id} id={line.id} onRender={(id) => drawn.set(id, (drawn.get(id) ?? 0) + 1)}>
            <TreeRow {...line} isAt={false} isChosen={false} actions={actions} />
          </Profiler>
        ))}
      </SessionContext>,
    ),
  )
})
afterAll(() => act(() => root.unmount()))

/** Who was drawn anew because these agents changed. */
function drawnAnew(...changed: Agent[]): readonly string[] {
  drawn.clear()
  act(() =>
    store.setState((state) => ({ world: { ...start, ...state.world, agents: putAgents(state.world?.agents ?? [], changed) } })),
  )
  return [...drawn.keys()].toSorted()
}

test("U25: one agent's change draws one of two hundred lines anew", () => {
  expect(drawnAnew({ ...agent("a7", jakeId), progress: { percent: 10, note: "reading" } })).toEqual(["a7"])
  expect(drawn.get("a7")).toBe(1)
})

test("U25: a change that is counted above draws those above too, and nobody beside", () => {
  const working = { ...noTally, agents: 201, working: 1 }
  const jake = { ...agent(jakeId, null, TEAM), tally: working }
  expect(drawnAnew({ ...agent("a8", jakeId), due: { at, why: "continue" } } as unknown as Agent, jake)).toEqual(["a8", jakeId])
})

test("U25: what is no agent's change draws nobody anew", () => {
  drawn.clear()
  act(() => store.setState((state) => ({ ...state, world: state.world && { ...state.world, head: "c41f" } })))
  act(() => store.setState((state) => ({ ...state, ended: [] })))
  expect([...drawn.keys()]).toEqual([])
})
