import type { World } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { until, whenKnown } from "./until.ts"

test("looks at once, at every change, and never again once it has come about or was given up", () => {
  const store = createStore(() => 0)
  const seen: number[] = []
  const look = (wanted: number) => () => {
    seen.push(store.getState())
    return store.getState() >= wanted
  }
  until(store, look(0))
  expect(seen).toEqual([0])
  until(store, look(2))
  store.setState(1, true)
  store.setState(2, true)
  store.setState(3, true)
  expect(seen).toEqual([0, 0, 1, 2])
  until(store, look(9))()
  store.setState(9, true)
  expect(seen).toEqual([0, 0, 1, 2, 3])
})

test("those who wait for the world get it in the order in which they came, the first that there is", async () => {
  const store = createStore<{ world: World | null }>(() => ({ world: null }))
  const got: string[] = []
  const waiting = ["one", "two"].map((name) => whenKnown(store).then(({ seq }) => got.push(`${name} ${seq}`)))
  store.setState({ world: null })
  expect(got).toEqual([])
  store.setState({ world: { ...emptyWorld, seq: 3 } })
  store.setState({ world: { ...emptyWorld, seq: 4 } })
  await Promise.all(waiting)
  expect(got).toEqual(["one 3", "two 3"])
  expect((await whenKnown(store)).seq).toBe(4)
})
