import { expect, test } from "vitest"
import { settingsPages } from "../settings/page-list.ts"
import { completed, isCommandStart, isComplete, viewFor } from "./slash-text.ts"

const item = (name: string, hint = "") => ({ name, hint, help: "" })

test("one line that begins with one slash is a command under way; paths and comments are text", () => {
  expect(["/", "/mo", "/mode ", "/mode build --a"].map(isCommandStart)).toEqual([true, true, true, true])
  expect(["", "a /b", "//x", "/usr/bin", "/mode\nbuild", " /mode"].map(isCommandStart)).toEqual(Array(6).fill(false))
})

test("only the word under way is replaced", () => {
  expect(completed("/mo", item("mode", "<chat|plan>"))).toBe("/mode ")
  expect(completed("/sta", item("status"))).toBe("/status")
  expect(completed("/mode re", item("review"))).toBe("/mode review")
  expect(completed("/mode build ", item("--autonomous"))).toBe("/mode build --autonomous")
})

test("a command that still needs a word is not run", () => {
  expect([isComplete(item("mode", "<chat>")), isComplete(item("plan", "[goal]")), isComplete(item("status"))]).toEqual([
    false,
    true,
    true,
  ])
})

test("what only shows something opens its page", () => {
  expect(viewFor({ kind: "view", view: "settings", argument: "sandbox" })).toEqual({ kind: "settings", page: "access" })
  expect(viewFor({ kind: "view", view: "settings", argument: "" })).toEqual({ kind: "settings", page: "general" })
  expect(viewFor({ kind: "view", view: "audit", argument: "Ed" })).toEqual({ kind: "audit", text: "Ed" })
  expect(viewFor({ kind: "view", view: "keys", argument: "split" })).toEqual({ kind: "help", topic: "split" })
})

test("ux 4: /settings with the name of a page, or a word of it, opens that page", () => {
  const pageFor = (argument: string) => viewFor({ kind: "view", view: "settings", argument })
  for (const { id, name } of settingsPages) expect(pageFor(name.toLowerCase())).toEqual({ kind: "settings", page: id })
  expect(["shortcuts", "api key", "quiet", "privacy", "theme"].map(pageFor)).toMatchObject(
    ["keyboard", "models", "attention", "data", "appearance"].map((page) => ({ page })),
  )
})
