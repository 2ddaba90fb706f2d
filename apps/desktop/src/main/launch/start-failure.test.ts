import { expect, test } from "vitest"
import { describeStartFailure, isDamage } from "./start-failure.ts"

const storageFailure = (kind: string) => Object.assign(new Error("inner words"), { name: "StorageFailure", kind })

test("F18: a journal held by another Kibitz is said in the agreed words", () => {
  expect(describeStartFailure(storageFailure("busy")).title).toBe("Another Kibitz window has this project open.")
})

test("F15: every kind of storage failure has its own title, and none says that anything was overwritten", () => {
  const kinds = ["busy", "newer", "unknown-event", "corrupt", "shortened", "full", "unreachable"]
  const titles = kinds.map((kind) => describeStartFailure(storageFailure(kind)).title)
  expect(new Set(titles).size).toBe(kinds.length)
  expect(describeStartFailure(storageFailure("not-a-journal")).title).toBe(describeStartFailure(storageFailure("corrupt")).title)
})

test.each(["EROFS", "EACCES", "EPERM", "ENOSPC"])("F17 %s of the folder is told in words: what, why, what to do", (code) => {
  const cause = Object.assign(new Error(`${code}: raw words, mkdir '/data'`), { code, path: "/data" })
  const { title, detail } = describeStartFailure(cause)
  expect(title).toBe("Kibitz could not start.")
  expect(detail).toMatch(/^Kibitz cannot write to \/data: [a-z -]+\. .*(--data-dir|start again)\.$/)
  expect(detail).not.toContain(code)
})

test("anything else keeps its own words", () => {
  expect(describeStartFailure(new Error("no such folder"))).toEqual({
    title: "Kibitz could not start.",
    detail: "no such folder",
  })
  expect(describeStartFailure("odd").detail).toBe("odd")
  expect(describeStartFailure(Object.assign(new Error("x"), { kind: "busy" })).title).toBe("Kibitz could not start.")
})

test("F14: only what is damaged can be restored", () => {
  const kinds = ["corrupt", "not-a-journal", "shortened", "busy", "newer", "unknown-event", "full", "unreachable"]
  expect(kinds.filter((kind) => isDamage(storageFailure(kind)))).toEqual(["corrupt", "not-a-journal", "shortened"])
  expect(isDamage(new Error("corrupt"))).toBe(false)
})
