import { type ItemId, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { act } from "react"
import { createRoot } from "react-dom/client"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { keepOf } from "../../../kernel/keep/testing/keep.ts"
import type { WorldState } from "../../../kernel/replica/replica.ts"
import type { Session } from "../../../kernel/session/offers.ts"
import { SessionContext } from "../../../kernel/session/session-context.ts"
import { openPage } from "../../../kernel/testing/page.ts"
import type { MapEngine } from "../engine/engine.ts"
import { Panels } from "./panel.tsx"

const items = [
  sampleItem("approval", { id: "a1", agentId: jakeId, tier: 1 }),
  sampleItem("approval", { id: "a2", agentId: jakeId, tier: 1 }),
  sampleItem("stuck", { id: "s1", agentId: jakeId, tier: 2 }),
  sampleItem("result", { id: "r1", agentId: jakeId, tier: 3 }),
]

/** The parts of Jake's panel by their class, with their own text, while these wait. */
function shownOf(ids: readonly string[], jake: object = {}): Map<string, string> {
  const waiting = items.filter(({ id }) => ids.includes(id))
  const attention = Object.fromEntries(waiting.map((item) => [item.id, item]))
  const world = sampleTeam([{ id: jakeId, items: ids as ItemId[], ...jake }], { attention })
  const state: WorldState = { world, app: null, ended: [], undoable: null }
  const openTranscript = () => ({ store: createStore(() => null), close() {} })
  const session = { keep: keepOf(), replica: { world: createStore(() => state), openTranscript } } as unknown as Session
  const scene = createStore(() => ({ panels: [jakeId], ring: null }))
  const page = openPage()
  const root = createRoot(page)
  const engine = { scene, panel() {} } as unknown as MapEngine
  act(() =>
    root.render(
      <SessionContext value={session}>
        <Panels engine={engine} />
      </SessionContext>,
    ),
  )
  const shown = new Map([...below(page)].map((node) => [classOf(node) ?? "", textOf(node)]))
  act(() => root.unmount())
  return shown
}

/** The number in the amber pill; null without one. */
const countedOf = (...ids: readonly string[]): string | null => shownOf(ids).get("panel-count") ?? null

const textOf = (node: Node): string => [...node.childNodes].map(({ nodeValue }) => nodeValue ?? "").join("")

function* below(node: Node): Generator<Node> {
  yield node
  for (const child of node.childNodes) yield* below(child)
}

const classOf = (node: Node): string | null => ("getAttribute" in node ? (node as Element).getAttribute("class") : null)

test("ux 0.3: amber counts what a person must answer, not results and not who is stuck", () => {
  expect(countedOf("a1", "a2")).toBe("◆ 2")
  expect(countedOf("a1", "a2", "s1", "r1")).toBe("◆ 2")
  expect(countedOf("a1", "s1", "r1")).toBe(null)
})

test("what is to be read has its dot on a panel too", () => {
  expect(shownOf(["r1"]).has("panel-unread")).toBe(true)
  expect(shownOf(["s1"]).has("panel-unread")).toBe(false)
})

test("ux 6: a desk on which nothing lies says how to begin, and no other does", () => {
  expect(shownOf([]).get("panel-way")).toBe(" to talk to ")
  expect(shownOf(["a1"]).has("panel-way")).toBe(false)
  expect(shownOf([], { addressed: true }).has("panel-way")).toBe(false)
})

test("ux 2.1, 5.3: the badge of a panel shouts what must never be overlooked, and shows what is about to change and that its agent is paused", () => {
  const posture = { ...findAgent(sampleTeam([{ id: jakeId }]), jakeId)?.posture, permissionProfile: "unrestricted" }
  const pendingSteers = [{ axis: "workMode", to: "review", scope: "after-current-unit" }]
  const shown = shownOf([], { posture, pendingSteers, standing: { kind: "paused", cause: "user" } })
  expect([...shown.keys()]).toContain("face-segment tint-red value-unrestricted never-short")
  expect(shown.get("pending")).toContain("→ review")
  expect(shown.has("badge-pause")).toBe(true)
  expect(shownOf([]).has("badge-pause")).toBe(false)
})
