import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import { until } from "./until.ts"

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
