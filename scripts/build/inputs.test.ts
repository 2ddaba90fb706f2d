import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { inputsHash, isInput } from "./inputs.ts"

let root = ""
const put = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kibitz-inputs-"))
  const files = ["package-lock.json", "package.json", "tsconfig.base.json", "tsconfig.web.json"]
  const sources = ["apps/a/a.ts", "packages/p/p.ts", "resources/cogitation/words.json", "scripts/build/b.ts"]
  for (const name of [...files, ...sources]) put(name, "before")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each(["apps/a/a.ts", "packages/p/p.ts", "resources/cogitation/words.json", "scripts/build/b.ts", "package.json"])(
  "a change of %s makes a new build",
  (name) => {
    const before = inputsHash(root)
    put(name, "after")
    expect(inputsHash(root)).not.toBe(before)
    expect(isInput(name)).toBe(true)
  },
)

test.each(["apps/a/a.test.ts", "apps/a/dist/x.js", "apps/a/node_modules/x/x.js", "resources/rehearsal/x.json", "docs/x.md"])(
  "a change of %s does not",
  (name) => {
    const before = inputsHash(root)
    put(name, "after")
    expect(inputsHash(root)).toBe(before)
    expect(isInput(name)).toBe(false)
  },
)
