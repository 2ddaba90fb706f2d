import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Bench, bench, startRepository } from "./testing/repositories.ts"
import { gitWorkspaces } from "./workspaces.ts"

let on: Bench
beforeEach(() => {
  on = bench()
})
afterEach(() => on.remove())
const survey = (...paths: string[]) => gitWorkspaces().survey(on.project, paths)

test("card law 5: files, folders, bytes, and how many git knows", async () => {
  startRepository(on)
  on.put("data/legacy/kept.csv", "12345")
  on.plain(["add", "data"])
  on.plain(["commit", "-qm", "data"])
  on.put("data/legacy/users.csv", "1234567890")
  mkdirSync(join(on.project, "data", "legacy", "empty"))
  expect(await survey("data/legacy")).toEqual({
    files: 2,
    folders: 2,
    bytes: 15,
    isCut: false,
    inGit: 1,
    first: ["data/legacy/kept.csv", "data/legacy/users.csv"],
  })
  // Named twice, or inside of what is named, it goes once.
  expect(await survey("data/legacy", "data/legacy/users.csv", "./data/legacy/")).toMatchObject({ files: 2, inGit: 1 })
})

test("what is not there counts for nothing; without a repository nobody knows what git has", async () => {
  on.put("a.txt", "a")
  expect(await survey("a.txt", "gone.txt")).toMatchObject({ files: 1, inGit: null })
  expect(await survey("gone.txt")).toMatchObject({ files: 0, folders: 0, first: [] })
})

test("T9: nothing outside of the project folder is looked at, also not over a link; a link itself is one file", async () => {
  mkdirSync(join(on.base, "outside"))
  on.put("x.txt", "x")
  symlinkSync(join(on.base, "outside"), join(on.project, "out"))
  expect(await survey("../outside")).toBeNull()
  expect(await survey("out/secret")).toBeNull()
  expect(await survey("/etc/hosts")).toBeNull()
  expect(await survey(".")).toBeNull()
  expect(await survey("out")).toMatchObject({ files: 1, folders: 0 })
  rmSync(join(on.project, "out"))
})
