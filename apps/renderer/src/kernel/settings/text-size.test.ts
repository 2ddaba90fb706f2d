import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../session/offers.ts"
import { changeTextSize } from "./text-size.ts"

test("a text size asked for before the host has answered is set once it has", () => {
  const world = createStore<{ world: unknown }>(() => ({ world: null }))
  const asked: unknown[] = []
  const session = { replica: { world }, ask: (command: unknown) => asked.push(command) } as unknown as Session
  changeTextSize(session, (size) => size + 10)
  expect(asked).toEqual([])
  world.setState({ world: emptyWorld })
  world.setState({ world: { ...emptyWorld } })
  expect(asked).toEqual([{ type: "settings.change", patch: { textSize: emptyWorld.settings.textSize + 10 } }])
})
