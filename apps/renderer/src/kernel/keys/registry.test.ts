import { jakeId } from "@kibitz/contract"
import { expect, test, vi } from "vitest"
import { createCommandRegistry, PASS } from "./registry.ts"

test("who came last is asked first, and what it passes on goes to who was there before", () => {
  const registry = createCommandRegistry()
  const frame = vi.fn()
  const chat = vi.fn(() => PASS)
  registry.offer({ "find-here": frame })
  const leave = registry.offer({ "find-here": chat })
  registry.run("find-here", jakeId)
  expect([chat.mock.calls.length, frame.mock.calls.length]).toEqual([1, 1])
  leave()
  registry.run("find-here", jakeId)
  expect([chat.mock.calls.length, frame.mock.calls.length]).toEqual([1, 2])
})

test("what nobody does is not offered, and says so when it is asked for all the same", () => {
  const registry = createCommandRegistry()
  expect(registry.offers("split")).toBe(false)
  expect(registry.run("split", jakeId)).toBe(PASS)
  const end = registry.offer({ split: () => {} })
  expect(registry.offers("split")).toBe(true)
  end()
  expect(registry.offers("split")).toBe(false)
})

test("F18: what cannot be done here is not done by anybody, and goes to nobody else", () => {
  const registry = createCommandRegistry((id) => id === "new-agent")
  const done = vi.fn()
  registry.offer({ "new-agent": done, split: done })
  expect(registry.run("new-agent", jakeId)).toBeUndefined()
  expect(done).not.toHaveBeenCalled()
  registry.run("split", jakeId)
  expect(done).toHaveBeenCalledOnce()
})
