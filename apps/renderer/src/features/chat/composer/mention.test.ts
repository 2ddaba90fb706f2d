import type { AgentId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { agentsFor, filesFor, mentionAt, mentioned } from "./mention.ts"

const agents = ["Ed", "Edith", "Auth lead", "Med"].map((name) => ({ id: name as AgentId, name, where: "Jake" }))
const names = (query: string) => agentsFor(agents, query).map((item) => (item.kind === "agent" ? item.name : ""))

test("the word under the cursor, first or in the middle; an address is none", () => {
  expect(mentionAt("@", 1)).toEqual({ from: 0, query: "", isFirst: true })
  expect(mentionAt("ask @Ed about it", 7)).toEqual({ from: 4, query: "Ed", isFirst: false })
  expect(mentionAt(" @a", 3)).toMatchObject({ isFirst: true })
  for (const [text, caret] of [
    ["me@home", 7],
    ["@Ed ", 4],
    ["@", 0],
    ["`@x", 3],
  ] as const)
    expect(mentionAt(text, caret)).toBeNull()
})

test("names that begin with it first", () => {
  expect(names("ed")).toEqual(["Ed", "Edith", "Med"])
  expect(names("lead")).toEqual(["Auth lead"])
  expect(names("")).toHaveLength(4)
  expect(names("zz")).toEqual([])
})

test("an agent keeps its @, a file is written as code; the cursor stands behind it", () => {
  const [ed] = agentsFor(agents, "ed")
  const [file] = filesFor(["src/a.ts"])
  const at = mentionAt("see @e now", 6)
  if (!at || !ed || !file) throw new Error("nothing to mention")
  expect(mentioned("see @e now", 6, at, ed)).toEqual({ text: "see @Ed now", caret: 7 })
  expect(mentioned("see @e now", 6, at, file)).toEqual({ text: "see `src/a.ts` now", caret: 14 })
  const first = mentionAt("@", 1)
  expect(first && mentioned("@", 1, first, ed)).toEqual({ text: "@Ed ", caret: 4 })
})
