import { type Agent, type AgentId, defaultSettings, type ItemId, type Turn } from "@kibitz/contract"
import { findAgent, putAgent } from "@kibitz/domain"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../../kernel/session/offers.ts"
import { SessionContext } from "../../kernel/session/session-context.ts"
import { nowInstant } from "../../kernel/ui/clock.ts"
import { NowTab } from "./now-tab.tsx"

const ed = "ed" as AgentId
const turn = {
  cause: "message",
  calls: [],
  attempt: 1,
  status: { kind: "asking" },
  startedAt: "2026-01-01T10:00:00.000Z",
} as unknown as Turn

function draw(items: Agent["items"]): string {
  const team = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }])
  const agent = findAgent(team, ed) ?? expect.fail("nobody is there")
  const agents = putAgent(team.agents, { ...agent, turn, evidence: { at: nowInstant(), what: "replied" }, items })
  const world = {
    ...team,
    agents,
    settings: defaultSettings,
    attention: { i1: sampleItem("question", { id: "i1", agentId: "ed" }) },
  }
  const keep = { getItem: () => null, setItem() {}, removeItem() {} }
  const go = { view: createStore(() => ({ panes: [] })) }
  const session = { keep, go, replica: { world: createStore(() => ({ world, app: null })) } } as unknown as Session
  return renderToStaticMarkup(
    <SessionContext value={session}>
      <NowTab agentId={ed} ways={{ join() {}, select() {} } as never} />
    </SessionContext>,
  )
}

test("ux 5.2: the word beside the sign says the same: whoever asks needs you, also while it works on", () => {
  const asking = /class="inspector-status"><p>.*?<\/p>/.exec(draw(["i1" as ItemId]))?.[0]
  expect(asking).toContain("glyph-question")
  expect(asking).toContain("needs you")
})
