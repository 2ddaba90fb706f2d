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
