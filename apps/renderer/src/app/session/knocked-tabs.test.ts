import type { AgentId, AttentionItem } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { sampleItem } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { WorldState } from "../../kernel/replica/replica.ts"
import { openKnockedTabs } from "./knocked-tabs.ts"

const waiting = (...items: readonly AttentionItem[]) => ({
  world: { ...emptyWorld, attention: Object.fromEntries(items.map((item) => [item.id, item])) },
})

test("OPM-10: a knock with standing consent opens one tab, once; a knock without opens none", () => {
  const world = createStore<WorldState>(() => ({ world: emptyWorld, app: null, ended: [], undoable: null }))
  const opened: AgentId[] = []
  openKnockedTabs(world, (agentId) => opened.push(agentId))
  const allowed = { ...sampleItem("knock", { id: "k1", agentId: "ed" }), opensTab: true }
  const other = sampleItem("knock", { id: "k2", agentId: "mira" })
  world.setState(waiting(allowed, other))
  expect(opened).toEqual(["ed"])
  world.setState(waiting(allowed, other, sampleItem("question", { id: "q1", agentId: "tal" })))
  expect(opened).toEqual(["ed"])
})
