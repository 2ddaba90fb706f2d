import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { argumentsFor, dataDirFor, keepProject, withKeptProject } from "./kept-project.ts"
import type { Launch } from "./read-launch.ts"

let home = ""
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "kibitz-project-"))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const launch = (chosen = false): Launch => ({
  dataDir: home,
  workspace: join(home, "usual"),
  workspaceChosen: chosen,
  developerTools: false,
  probe: false,
  seed: null,
})

test("what was chosen in the app holds at the next start, unless the command line says otherwise; nobody else may read it", () => {
  const folder = join(home, "shop")
  mkdirSync(folder)
  keepProject(home, folder)
  expect(withKeptProject(launch())).toMatchObject({ workspace: folder, workspaceChosen: true })
  expect(withKeptProject(launch(true)).workspace).toBe(join(home, "usual"))
  expect(statSync(join(home, "project.json")).mode & 0o777).toBe(0o600)
})

test("a folder that is gone, is none, or was written by somebody else is as if nothing had been chosen", () => {
  expect(withKeptProject(launch())).toEqual(launch())
  keepProject(home, join(home, "gone"))
  expect(withKeptProject(launch())).toEqual(launch())
  for (const text of [
    "{oops",
    "null",
    '{"folder":7}',
    '{"folder":"relative"}',
    JSON.stringify({ folder: join(home, "project.json") }),
  ]) {
    writeFileSync(join(home, "project.json"), text)
    expect(withKeptProject(launch())).toEqual(launch())
  }
})

test("the start in another folder has the arguments of this one, with one project", () => {
  expect(argumentsFor(["kibitz", "main.js", "--project=/a", "--data-dir=/d"], "/b c")).toEqual([
    "main.js",
    "--data-dir=/d",
    "--project=/b c",
  ])
})

test("another project has data of its own, the same each time, and the first is found again from there", () => {
  const [shop, blog] = [join(home, "shop"), join(home, "blog")]
  for (const folder of [shop, blog]) mkdirSync(folder)
  keepProject(home, shop)
  const other = dataDirFor(home, blog)
  expect(other.startsWith(join(home, "other-projects"))).toBe(true)
  expect(dataDirFor(other, blog)).toBe(other)
  expect(dataDirFor(other, shop)).toBe(home)
  expect(argumentsFor(["kibitz", "main.js", "--project=/a", "--data-dir=/d", "--ux-seed=3,2,1"], blog, other)).toEqual([
    "main.js",
    `--project=${blog}`,
    `--data-dir=${other}`,
  ])
})
