import type { World } from "@kibitz/contract"
import { replayWithJake, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { keepOf } from "../../kernel/keep/testing/keep.ts"
import type { AppFacts, WorldState } from "../../kernel/replica/replica.ts"
import type { ScreenWindow } from "../../kernel/shell/screen-window.ts"
import { createNavigation } from "../../kernel/view/navigation.ts"
import { focusedPane } from "../../kernel/view/view.ts"
import { welcomed } from "./should-welcome.ts"
import { welcomeAtFirst } from "./welcome-at-first.ts"

const used: ScreenWindow = { kind: "main" }
const first: ScreenWindow = { kind: "main", first: { folder: "/shop", hasKey: false } }
const fresh = replayWithJake().world()

function opened(window: ScreenWindow, keep = keepOf()) {
  const world = createStore<WorldState>(() => ({ world: null, app: null, ended: [], undoable: null }))
  const go = createNavigation(keep)
  welcomeAtFirst({ go, keep, shell: { window }, replica: { world } as Parameters<typeof welcomeAtFirst>[0]["replica"] })
  return {
    go,
    shown: () => focusedPane(go.view.getState()).content.kind,
    answers: (known: World, app: Partial<AppFacts> = {}) => world.setState({ world: known, app: app as AppFacts }),
  }
}

test("where the shell says that it is a first start, the welcome is there before the host has answered, and stays", () => {
  const screen = opened(first)
  expect(screen.shown()).toBe("welcome")
  screen.answers(fresh)
  expect(screen.shown()).toBe("welcome")
})

test("where it does not, the welcome comes when the host says so", () => {
  const screen = opened(used)
  expect(screen.shown()).toBe("map")
  screen.answers(fresh)
  expect(screen.shown()).toBe("welcome")
})

test.each([
  ["somebody works there", sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }]), {}],
  ["it can only be looked at", fresh, { readOnly: { at: "2026-01-01T00:00:00.000Z", isHeld: true } }],
] as const)("no first start after all, as %s: the map takes its place, and no way leads back to it", (_why, world, app) => {
  const screen = opened(first)
  screen.answers(world, app as Partial<AppFacts>)
  expect(screen.shown()).toBe("map")
  expect([screen.go.back(), screen.go.forward()]).toEqual([false, false])
})

test("whoever has gone elsewhere by then is left there", () => {
  const keep = keepOf()
  const screen = opened(first, keep)
  // As the page says when it goes.
  welcomed(keep)
  screen.go.show({ kind: "cost" })
  screen.answers(sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }]))
  expect(screen.shown()).toBe("cost")
})

test("whoever has gone past the welcome before has the map at once, and keeps it", () => {
  const keep = keepOf()
  welcomed(keep)
  const screen = opened(first, keep)
  expect(screen.shown()).toBe("map")
  screen.answers(fresh)
  expect(screen.shown()).toBe("map")
})
