import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { projectFiles } from "../law/check.ts"
import { root } from "../setup/paths.mjs"
import { readGraph } from "./graph.ts"
import { chooseTests, screensFor } from "./select.ts"

const files = Object.entries({
  "packages/domain/package.json": JSON.stringify({ name: "@kibitz/domain", exports: { ".": "./src/index.ts" } }),
  "packages/domain/src/index.ts": 'export { judge } from "./gate/judge.ts"\nexport * from "./cost/cost.ts"',
  "packages/domain/src/gate/judge.ts": "export const judge = 1",
  "packages/domain/src/gate/judge.test.ts": 'import { judge } from "./judge.ts"\njudge',
  "packages/domain/src/cost/cost.ts": "export const cost = 1",
  "packages/domain/src/cost/cost.test.ts": 'import { cost } from "./cost.ts"\ncost',
  "packages/supervisor/src/run.ts": 'import { judge } from "@kibitz/domain"\njudge',
  "packages/supervisor/src/run.test.ts": 'import "./run.ts"',
  "packages/supervisor/src/pay.test.ts": 'import { cost } from "@kibitz/domain"\ncost',
}).map(([path, text]) => ({ path, text }))
const graph = readGraph(files)
const ample = { seconds: 100, secondsOf: () => 1 }

test("looks through a barrel: only those that import the changed name use the changed file", () => {
  expect(graph.usersOf("packages/domain/src/gate/judge.ts").toSorted()).toEqual([
    "packages/domain/src/gate/judge.test.ts",
    "packages/supervisor/src/run.ts",
  ])
  expect(graph.usersOf("packages/domain/src/cost/cost.ts").toSorted()).toEqual([
    "packages/domain/src/cost/cost.test.ts",
    "packages/supervisor/src/pay.test.ts",
  ])
})

test("chooses the nearest tests first and leaves out what the change cannot reach", () => {
  expect(chooseTests(graph, ["packages/domain/src/gate/judge.ts"], ample)).toEqual({
    files: ["packages/domain/src/gate/judge.test.ts", "packages/supervisor/src/run.test.ts"],
    left: 0,
  })
})

test("stops when the time is spent, says how many are left, and always runs the tests of the changed file", () => {
  const short = { seconds: 0, secondsOf: () => 5 }
  expect(chooseTests(graph, ["packages/domain/src/gate/judge.ts"], short)).toEqual({
    files: ["packages/domain/src/gate/judge.test.ts"],
    left: 1,
  })
})

test("runs a changed test itself", () => {
  expect(chooseTests(graph, ["packages/supervisor/src/pay.test.ts"], ample).files).toEqual([
    "packages/supervisor/src/pay.test.ts",
  ])
})

test("every folder of screen tests is chosen by some folder of the renderer", () => {
  const files = projectFiles(root).map(({ path }) => path)
  const folders = readdirSync(join(root, "e2e", "screens"))
  const sources = files.filter((path) => path.startsWith("apps/renderer/src/"))
  expect(screensFor(sources, folders)).toEqual(folders.map((folder) => `e2e/screens/${folder}/`))
})

test("names the screen tests of the changed parts of the renderer", () => {
  const folders = ["chat", "map"]
  expect(screensFor(["apps/renderer/src/features/chat/head/head.tsx", "packages/domain/src/world.ts"], folders)).toEqual([
    "e2e/screens/chat/",
  ])
  expect(screensFor(["apps/renderer/src/kernel/glance/glance.tsx"], folders)).toEqual(["e2e/screens/map/"])
  expect(screensFor(["e2e/screens/map/hands.screen.ts"], folders)).toEqual(["e2e/screens/map/"])
  expect(screensFor(["apps/renderer/src/main.tsx"], folders)).toEqual([])
})
