import type { Instant } from "@kibitz/contract"
import { expect, test } from "vitest"
import { describeStartFailure } from "./start-failure.ts"

const storageFailure = (kind: string) => Object.assign(new Error("details"), { name: "StorageFailure", kind })

test.each([
  [storageFailure("busy"), "Another Kibitz window has this project open."],
  [storageFailure("newer"), "This project was last opened by a newer Kibitz."],
  [storageFailure("corrupt"), "The project's journal is damaged."],
  [storageFailure("not-a-journal"), "The project's journal is damaged."],
  [storageFailure("full"), "The disk is full."],
  [storageFailure("unreachable"), "The project's journal cannot be reached. details"],
  [Object.assign(new Error("listen"), { code: "EADDRINUSE" }), "That port is taken."],
  [Object.assign(new Error("mkdir"), { code: "EACCES" }), "Kibitz could not start: no permission. mkdir"],
  [new Error("what happened"), "Kibitz could not start. what happened"],
  ["text", "Kibitz could not start. text"],
])("%s", (cause, copy) => {
  expect(describeStartFailure(cause)).toContain(copy)
})

test("F18 a project that another one has open: which one, where it is, and how to look at it all the same", () => {
  const since = "2026-01-01T14:02:00.000Z" as Instant
  const holder = { program: "web", pid: 4242, since, address: "http://127.0.0.1:41873/" } as const
  const copy = describeStartFailure(storageFailure("busy"), holder)
  for (const part of ["http://127.0.0.1:41873/", "process 4242", "--read-only", "Nothing was changed."])
    expect(copy).toContain(part)
})
