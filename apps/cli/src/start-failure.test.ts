import type { Instant } from "@kibitz/contract"
import { expect, test } from "vitest"
import { describeStartFailure } from "./start-failure.ts"
import { EndedWithFault } from "./with-host.ts"

const storageFailure = (kind: string) => Object.assign(new Error("details"), { name: "StorageFailure", kind })

test.each([
  [storageFailure("busy"), "Another Kibitz window has this project open."],
  [storageFailure("newer"), "This project was last opened by a newer Kibitz."],
  [storageFailure("corrupt"), "The project's journal is damaged."],
  [storageFailure("not-a-journal"), "The project's journal is damaged."],
  [storageFailure("shortened"), "details"],
  [storageFailure("full"), "The disk is full."],
  [storageFailure("unreachable"), "The project's journal cannot be reached. details"],
  [Object.assign(new Error("listen"), { code: "EADDRINUSE" }), "That port is taken."],
  [Object.assign(new Error("mkdir"), { code: "EACCES" }), "Kibitz could not start: no permission. mkdir"],
  [
    Object.assign(new Error("EROFS: raw"), { code: "EROFS", path: "/data/kibitz.log" }),
    "Kibitz cannot write to /data/kibitz.log: the disk it is on is read-only. Make that disk writable, or",
  ],
  [
    Object.assign(new Error("EACCES: raw"), { code: "EACCES", path: "/data" }),
    "Kibitz cannot write to /data: you have no permission",
  ],
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

test.each([
  new Error("the pipe broke"),
  storageFailure("unreachable"),
  Object.assign(new Error("x"), { code: "EACCES" }),
  "text",
])("a fault after the start is not told as a start that did not work: %s", (cause) => {
  const copy = describeStartFailure(new EndedWithFault(cause))
  expect(copy).toContain("Kibitz ended with a fault.")
  expect(copy).toContain(cause instanceof Error ? cause.message : cause)
  expect(copy).not.toContain("could not start")
})

test("a port that cannot be had is a matter of the start, though the journal is open by then", () => {
  const listening = (code: string) => new EndedWithFault(Object.assign(new Error("listen"), { code, syscall: "listen" }))
  expect(describeStartFailure(listening("EADDRINUSE"))).toContain("That port is taken.")
  expect(describeStartFailure(listening("EACCES"))).toContain("Kibitz could not start: no permission.")
})
