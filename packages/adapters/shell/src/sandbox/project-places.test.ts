import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { inside, newStage, reading, write } from "../testing/stage.ts"
import { guardedPlaces, projectPlacesFinder } from "./project-places.ts"

function project(files: Readonly<Record<string, string>>) {
  const stage = newStage(files)
  const workspace = realpathSync(stage.workspace)
  const find = projectPlacesFinder()
  const guarded = (confinement = inside) =>
    guardedPlaces(workspace, find(workspace), confinement)
      .map((place) => place.slice(workspace.length + 1))
      .sort()
  return { folder: stage.folder, workspace, find, guarded }
}

describe("the places of a project that programs may not write", () => {
  test("T12: are found wherever they lie, the outermost only, and again when they come or go", () => {
    const { workspace, guarded } = project({
      "AGENTS.md": "",
      ".github/workflows/ci.yml": "",
      "a/b/yarn.lock": "",
      "a/x.txt": "",
    })
    expect(guarded()).toEqual([".github", "AGENTS.md", "a/b/yarn.lock"])
    write(join(workspace, "a/b/.husky/pre-commit"), "")
    rmSync(join(workspace, "AGENTS.md"))
    expect(guarded()).toEqual([".github", "a/b/.husky", "a/b/yarn.lock"])
  })

  test("T12: of a link it is what it leads to, but never the project itself or what is outside", () => {
    const { folder, workspace, guarded } = project({ "docs/rules.txt": "" })
    writeFileSync(join(folder, "outside"), "")
    const links = { "CLAUDE.md": "docs/rules.txt", ".cursor": ".", ".claude": "..", ".husky": "../outside", "AGENTS.md": "gone" }
    for (const [at, to] of Object.entries(links)) symlinkSync(to, join(workspace, at))
    expect(guarded()).toEqual(["docs/rules.txt"])
  })

  test("are none where nothing may be written anyway, or where they may be", () => {
    const { guarded } = project({ "AGENTS.md": "" })
    expect([guarded(reading), guarded({ ...inside, sensitive: true })]).toEqual([[], []])
  })

  test("T30: are looked for within bounds, what is near the top first", () => {
    const { workspace, find } = project({ "z/AGENTS.md": "" })
    for (let n = 0; n < 600; n++) {
      mkdirSync(join(workspace, `deep/${n}`), { recursive: true })
      writeFileSync(join(workspace, `deep/${n}/AGENTS.md`), "")
    }
    const { sensitive } = find(workspace)
    expect([sensitive.length, sensitive[0]]).toEqual([500, join(workspace, "z/AGENTS.md")])
  })
})
