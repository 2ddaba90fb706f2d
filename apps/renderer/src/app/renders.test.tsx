// U25 where agents are shown by name: what two hundred of them do meanwhile draws nothing there anew.
import { type Agent, type AgentId, defaultSettings, type Grant, type GrantId, jakeId, type World } from "@kibitz/contract"
import { emptyWorld, findAgent, putAgents } from "@kibitz/domain"
import { sampleTeam } from "@kibitz/testkit"
import { act } from "react"
import type { Root } from "react-dom/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { WorldState } from "../kernel/replica/replica.ts"
import type { Session } from "../kernel/session/offers.ts"
import { AgentContext, SessionContext } from "../kernel/session/session-context.ts"
import { openPage } from "../kernel/testing/page.ts"
import { drawnBy, watchRenders } from "../kernel/testing/renders.ts"

const TEAM = Array.from({ length: 200 }, (_, index) => `a${index}` as AgentId)
const grant = {
  id: "g1" as GrantId,
  agentId: TEAM[0],
  scope: "session",
  remaining: null,
  expiresAt: null,
  pattern: { kind: "command", words: ["npm", "test"], rest: true },
  givenAt: "2026-01-01T10:00:00.000Z",
} as unknown as Grant
const start: World = sampleTeam(
  TEAM.map((id) => ({ id, name: id, parentId: jakeId })),
  { grants: { [grant.id]: grant }, consents: [jakeId] },
)
const world = createStore<WorldState>(() => ({ world: start, app: null, ended: [], undoable: null }))
const kept = new Map([["kibitz.draft.jake", "@a7 hello"]])
const keep = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

let root: Root
beforeAll(async () => {
  watchRenders()
  const { createRoot } = await import("react-dom/client")
  const { AuditView } = await import("../features/audit/audit-view.tsx")
  const { GrantsSection } = await import("../features/settings/access/grants-section.tsx")
  const { KnockSection } = await import("../features/settings/parts/knock-section.tsx")
  const { Composer } = await import("../features/chat/composer/composer.tsx")
  const session = { replica: { world }, keep, audit: () => new Promise(() => {}) } as unknown as Session
  root = createRoot(openPage())
  act(() =>
    root.render(
      <SessionContext value={session}>
        <AuditView onGo={() => {}} />
        <GrantsSection />
        <KnockSection policy={defaultSettings.attention} onChange={() => {}} />
        <AgentContext value={jakeId}>
          <Composer agent="Jake" />
        </AgentContext>
      </SessionContext>,
    ),
  )
})
afterAll(() => act(() => root.unmount()))

function change(...changed: readonly Partial<Agent>[]): Readonly<Record<string, number>> {
  return drawnBy(() =>
    act(() =>
      world.setState(({ world: before }) => {
        const now = before ?? emptyWorld
        const agents = changed.map((fields) => ({ ...findAgent(now, fields.id ?? jakeId), ...fields }) as Agent)
        return { world: { ...now, agents: putAgents(now.agents, agents) } }
      }),
    ),
  )
}

test("U25: what they do draws neither the audit log, nor the settings, nor a composer with a name in it", () => {
  expect(change(...TEAM.map((id) => ({ id, spentUsd: 1, progress: { percent: 10, note: "reading" } })))).toEqual({})
  expect(change({ id: TEAM[3] as AgentId, spentUsd: 2 })).toEqual({})
})

test("another name is shown in all of them", () => {
  const drawn = change({ id: TEAM[0] as AgentId, name: "Ed" })
  expect(Object.keys(drawn)).toEqual(
    expect.arrayContaining(["AuditView", "AgentChoice", "GrantsSection", "KnockSection", "Composer"]),
  )
})

test("whoever is silenced, and what was allowed, is shown at once where it is listed", () => {
  expect(change({ id: TEAM[1] as AgentId, silenced: true })).toMatchObject({ KnockSection: 1, Exceptions: 1 })
  const grants = () => act(() => world.setState(({ world: before }) => ({ world: before && { ...before, grants: {} } })))
  const drawn = drawnBy(grants)
  expect(drawn).toMatchObject({ GrantsSection: 1 })
  expect(drawn).not.toHaveProperty("AuditView")
})
