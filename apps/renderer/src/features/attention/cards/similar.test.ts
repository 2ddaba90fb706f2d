import { jakeId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { decisionFor, type Wish } from "./similar.ts"

const wish = (more: Partial<Wish>): Wish => ({
  scope: "session",
  text: "npm install <any>",
  capability: "bash",
  agentId: jakeId,
  uses: "5",
  minutes: "60",
  ...more,
})

test("what is stored is the pattern that was shown, and no wider than the scope that was chosen", () => {
  const pattern = { kind: "command", words: ["npm", "install"], rest: true }
  expect(decisionFor(wish({}))).toEqual({ kind: "session", pattern })
  expect(decisionFor(wish({ scope: "rule" }))).toEqual({ kind: "rule", pattern })
  expect(decisionFor(wish({ scope: "lease" }))).toEqual({ kind: "lease", pattern, agentId: jakeId, uses: 5, minutes: 60 })
})

test("what is no pattern, or no number, is said before anything is sent", () => {
  for (const text of ["", "npm install && rm -rf /", "bash <any>", "npm install > x"])
    expect(decisionFor(wish({ text }))).toHaveProperty("problem")
  for (const uses of ["0", "", "1001", "2.5", "many"])
    expect(decisionFor(wish({ scope: "lease", uses }))).toHaveProperty("problem")
  for (const minutes of ["0", "10081"]) expect(decisionFor(wish({ scope: "lease", minutes }))).toHaveProperty("problem")
  expect(decisionFor(wish({ text: "src/", capability: "write_file" }))).toMatchObject({ pattern: { kind: "path", path: "src/" } })
})
