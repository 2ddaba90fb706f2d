import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { licences } from "./licences.ts"

const root = new URL("../../../../../..", import.meta.url)
const licenceOf = (name: string): string =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), "utf8")).license

test("each named package is under the licence it is said to be under", () => {
  expect(licences.map(({ name }) => ({ name, licence: licenceOf(name) }))).toEqual(licences)
})

test("everything the screen is built from is named", () => {
  const { dependencies } = createRequire(import.meta.url)("../../../../package.json") as { dependencies: Record<string, string> }
  const named = new Set(licences.map(({ name }) => name))
  expect(
    Object.keys(dependencies).filter((name) => !name.startsWith("@kibitz/") && name !== "react-dom" && !named.has(name)),
  ).toEqual([])
})
