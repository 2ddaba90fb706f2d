import { expect, test } from "vitest"
import { bootSequence } from "./sequence.ts"

test("each phase gets what the ones before it gave", async () => {
  const running = bootSequence<{ argv: string }>()
    .next("one", ({ argv }) => ({ one: `${argv}1` }))
    .next("two", async ({ one }) => ({ two: `${one}2` }))
    .next("three", ({ one, two }) => ({ three: `${one}${two}3` }))
    .run({ argv: "a" })
  expect(await running.done).toEqual({ argv: "a", one: "a1", two: "a12", three: "a1a123" })
})

test("runs in the same tick until a phase waits", () => {
  const ran: string[] = []
  void bootSequence<object>()
    .next("first", () => ({ first: ran.push("first") }))
    .next("second", () => ({ second: ran.push("second") }))
    .next("waits", async () => ({ waits: ran.push("waits") }))
    .next("later", () => ({ later: ran.push("later") }))
    .run({})
  expect(ran).toEqual(["first", "second", "waits"])
})

test("undo goes right to left, once, and past a step that fails", async () => {
  const undone: string[] = []
  const running = bootSequence<object>()
    .next("a", (_, undo) => {
      undo(() => void undone.push("a"))
      return {}
    })
    .next("b", (_, undo) => {
      undo(() => Promise.reject(new Error("b does not want to")))
      return {}
    })
    .next("c", (_, undo) => {
      undo(async () => void undone.push("c"))
      return {}
    })
    .run({})
  await running.done
  expect((await running.undo()).map((failure) => failure.message)).toEqual(['taking back "b" failed'])
  expect(undone).toEqual(["c", "a"])
  expect(await running.undo()).toEqual([])
  expect(undone).toEqual(["c", "a"])
})

test("a phase that fails ends the boot, and what came before can be taken back", async () => {
  const undone: string[] = []
  const running = bootSequence<object>()
    .next("a", (_, undo) => {
      undo(() => void undone.push("a"))
      return {}
    })
    .next("b", () => {
      throw new Error("no")
    })
    .next("c", () => {
      undone.push("c ran")
      return {}
    })
    .run({})
  await expect(running.done).rejects.toThrow("no")
  await running.undo()
  expect(undone).toEqual(["a"])
})

test("undone while a phase waits: the next one never starts", async () => {
  const gate = Promise.withResolvers<object>()
  let started = false
  const running = bootSequence<object>()
    .next("waits", () => gate.promise)
    .next("late", () => {
      started = true
      return {}
    })
    .run({})
  await running.undo()
  gate.resolve({})
  await expect(running.done).rejects.toThrow('undone before "late"')
  expect(started).toBe(false)
})
