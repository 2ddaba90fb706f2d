import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { nearest, workspaceFiles } from "./workspace-files.ts"

let workspace = ""
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), "kibitz-files-"))
  for (const folder of ["src", "ignored", "own", ".git"]) mkdirSync(join(workspace, folder))
  const files = ["src/token.ts", "src/app.ts", "README.md", ".env", "ignored/x.ts", "own/kibitz.db", ".git/config"]
  for (const file of files) writeFileSync(join(workspace, file), "")
  writeFileSync(join(workspace, ".gitignore"), "ignored\n")
})
afterAll(() => rmSync(workspace, { recursive: true }))

it("T9 offers what is in the project, without secrets, git's own, what git ignores and what is closed", async () => {
  const files = workspaceFiles([join(workspace, "own")])
  expect(await files.find(workspace, "", 50)).toEqual(["README.md", ".gitignore", "src/app.ts", "src/token.ts"])
})

it("walks the folder once for a person who types, and again when the list is old", async () => {
  let now = 0
  const files = workspaceFiles([], () => now)
  expect(await files.find(workspace, "late", 5)).toEqual([])
  writeFileSync(join(workspace, "src/late.ts"), "")
  expect(await files.find(workspace, "late", 5)).toEqual([])
  now = 6_000
  expect(await files.find(workspace, "late", 5)).toEqual(["src/late.ts"])
})

it("keeps the files of two workspaces apart", async () => {
  const files = workspaceFiles([workspace])
  const inside = join(workspace, "src")
  expect(await files.find(inside, "app", 5)).toEqual(["app.ts"])
  expect(await files.find(workspace, "app", 5)).toEqual([])
  expect(await files.find(inside, "app", 5)).toEqual(["app.ts"])
})

it("what the name begins with comes before what the path holds, the shortest first", () => {
  const paths = ["src/auth/token.ts", "token/readme.md", "src/broken.ts", "src/t/o/k.ts", "src/token-store.ts", "tests/other.ts"]
  expect(nearest(paths, "token", 10)).toEqual(["src/auth/token.ts", "src/token-store.ts", "token/readme.md"])
  expect(nearest(paths, "TOK", 1)).toEqual(["src/auth/token.ts"])
  expect(nearest(paths, "sbk", 10)).toEqual(["src/broken.ts"])
})
