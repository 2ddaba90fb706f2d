import { type AgentId, jakeId, type LiveDelta, type TurnId, type World } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { act } from "react"
import { beforeAll, expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Transcript } from "../../kernel/replica/open-transcript.ts"
import type { WorldState } from "../../kernel/replica/replica.ts"
import { closedTranscript, opened, streamed, type TranscriptState } from "../../kernel/replica/transcript-state.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { AgentContext, SessionContext, TranscriptContext } from "../../kernel/session/session-context.ts"
import { openPage } from "../../kernel/testing/page.ts"
import { drawnBy, watchRenders } from "../../kernel/testing/renders.ts"

const agents = [jakeId, "ed" as AgentId, "mira" as AgentId]
const stores = new Map(
  agents.map((id) => [id, createStore<TranscriptState>(() => opened(closedTranscript, { events: [], older: null }, null))]),
)

const world = createStore<WorldState>(() => ({ world: emptyWorld, app: null, ended: [], undoable: null }))

const delta = (agentId: AgentId, offset: number, text: string): LiveDelta => ({
  agentId,
  turnId: "t" as TurnId,
  step: 1,
  attempt: 1,
  block: 0,
  kind: "text",
  offset,
  text,
})

function says(agentId: AgentId, text: string): void {
  const store = stores.get(agentId)
  const state = store?.getState()
  const next = state && streamed(state, [delta(agentId, state.live?.blocks[0]?.text.length ?? 0, text)])
  if (next) store?.setState(next, true)
}

beforeAll(async () => {
  watchRenders()
  const { createRoot } = await import("react-dom/client")
  const { Reply } = await import("./lines/reply.tsx")
  const session = { replica: { world } } as unknown as Session
  const root = createRoot(openPage())
  for (const id of agents)
    says(id, "# A heading\n\nOne paragraph with **bold** words.\n\n- a list\n- of two\n\nThe last paragraph ")
  act(() =>
    root.render(
      <SessionContext value={session}>
        {agents.map((id) => (
          <AgentContext key={id} value={id}>
            <TranscriptContext value={{ store: stores.get(id) } as unknown as Transcript}>
              <Reply item={null} agent={id} isFirst />
            </TranscriptContext>
          </AgentContext>
        ))}
      </SessionContext>,
    ),
  )
})

test("one agent's token draws one block of one reply anew, and nothing of the others", () => {
  const drawn = drawnBy(() => act(() => says(jakeId, "grows ")))
  expect(drawn).toMatchObject({ LiveReplyView: 1, Markdown: 1, BlockView: 1, Paragraph: 1 })
  expect(drawn).not.toHaveProperty("Heading")
  expect(drawn).not.toHaveProperty("List")
})

test("a block that is finished is not drawn again: what is before the last two stays as it is", () => {
  act(() => says(jakeId, "and ends.\n\nAnother begins.\n\nAnd a third"))
  const drawn = drawnBy(() => act(() => says(jakeId, " goes on")))
  expect(drawn.BlockView).toBe(1)
})

test("tokens of three agents in one go draw three blocks", () => {
  const drawn = drawnBy(() =>
    act(() => {
      for (const id of agents) says(id, "x ")
    }),
  )
  expect([drawn.LiveReplyView, drawn.BlockView]).toEqual([3, 3])
})

test("U25: what happens elsewhere in the world draws no reply anew; a setting it depends on does", () => {
  const change = (fields: Partial<World>) =>
    act(() => world.setState(({ world: before }) => ({ world: { ...emptyWorld, ...before, ...fields } })))
  expect(drawnBy(() => change({ workspaces: {} }))).toEqual({})
  const settings = { ...emptyWorld.settings, completionSignal: "signal" }
  expect(drawnBy(() => change({ settings }))).toMatchObject({ Said: 3 })
})
