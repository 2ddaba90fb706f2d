import { emptyWorld } from "@kibitz/domain"
import { replayWithJake, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { shouldWelcome, welcomed } from "./should-welcome.ts"

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test("at a real first start, and never again once it was left", () => {
  const keep = memory()
  const world = replayWithJake().world()
  expect(shouldWelcome(world, keep)).toBe(true)
  welcomed(keep)
  expect(shouldWelcome(world, keep)).toBe(false)
})

test("not where somebody was spoken to, somebody was started, or nobody is there yet", () => {
  const run = replayWithJake()
  run.must({ type: "message.send", agentId: run.agent().id, text: "hello", delivery: "queue" })
  expect(shouldWelcome(run.world(), memory())).toBe(false)
  expect(shouldWelcome(sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }]), memory())).toBe(false)
  expect(shouldWelcome(emptyWorld, memory())).toBe(false)
})

test("where nothing can be kept it comes, and nothing breaks", () => {
  const closed = () => {
    throw new Error("closed")
  }
  const keep = { getItem: closed, setItem: closed, removeItem: closed }
  welcomed(keep)
  expect(shouldWelcome(replayWithJake().world(), keep)).toBe(true)
})
