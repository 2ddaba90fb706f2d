import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Worktree, WorktreeWish } from "@kibitz/ports"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Bench, bench, startRepository } from "./testing/repositories.ts"
import { gitWorkspaces } from "./workspaces.ts"

let on: Bench
beforeEach(() => {
  on = bench()
})
afterEach(() => on.remove())

const never = new AbortController().signal
const at = (name: string) => join(on.base, "data", "worktrees", name)

function open(name: string, wish: Partial<WorktreeWish> = {}) {
  const workspaces = gitWorkspaces({ home: on.home })
  return workspaces.openWorktree({ project: on.project, root: at(name), branch: null, ...wish }, never)
}

describe("opening a worktree", () => {
  test("starts from the project's commit, detached or on a new branch, and leaves the project as it is", async () => {
    startRepository(on)
    const before = [on.plain(["status", "--porcelain"]), on.plain(["symbolic-ref", "HEAD"])]
    const head = on.plain(["rev-parse", "HEAD"]).trim()
    expect(await open("one")).toEqual({ root: realpathSync(at("one")), branch: null, base: head })
    expect(await open("two", { branch: "task/two" })).toMatchObject({ branch: "task/two", base: head })
    expect(readFileSync(join(at("one"), "a.txt"), "utf8")).toBe("one\n")
    expect(on.plain(["status", "--porcelain", "--branch"], at("one"))).toBe("## HEAD (no branch)\n")
    expect(on.plain(["status", "--porcelain", "--branch"], at("two"))).toBe("## task/two\n")
    expect([on.plain(["status", "--porcelain"]), on.plain(["symbolic-ref", "HEAD"])]).toEqual(before)
    const workspaces = gitWorkspaces()
    on.plain(["commit", "-q", "--allow-empty", "-m", "second"], at("one"))
    expect(await workspaces.head(at("one"))).not.toBe(head)
    expect([await workspaces.head(at("two")), await workspaces.head(on.project)]).toEqual([head, head])
  })

  test("starts from a worktree as well, when that is the project", async () => {
    startRepository(on)
    const project = join(on.base, "linked")
    on.plain(["worktree", "add", "-q", project])
    expect(await open("one", { project })).toMatchObject({ branch: null })
    expect(existsSync(join(at("one"), "a.txt"))).toBe(true)
  })

  test("G1, G3: runs no hook and no filter of the repository", async () => {
    startRepository(on)
    writeFileSync(join(on.project, ".git/hooks/post-checkout"), readFileSync(on.payload), { mode: 0o755 })
    on.put(".gitattributes", "* filter=evil\n")
    on.plain(["add", ".gitattributes"])
    on.plain(["commit", "-q", "-m", "attributes"])
    on.plain(["config", "filter.evil.smudge", on.payload])
    on.plain(["config", "filter.evil.required", "true"])
    on.plain(["config", "core.fsmonitor", on.payload])
    on.silence()
    expect(await open("one")).toMatchObject({ branch: null })
    expect(on.hasSung()).toBe(false)
    expect(readFileSync(join(at("one"), "b.txt"), "utf8")).toBe("two\n")
  })

  test("refuses, with the reason, a place that is taken, a branch that exists, and a project without a commit or a repository", async () => {
    const because = async (wish: Partial<WorktreeWish> = {}, name = "one") => {
      const made: Worktree | { refused: string } = await open(name, wish)
      return "refused" in made ? made.refused : expect.fail("it was made")
    }
    expect(await because()).toContain("not the top folder")
    on.plain(["init", "-q", "-b", "main"])
    expect(await because()).toContain("no commit yet")
    startRepository(on)
    expect(await because({ branch: "main" })).toContain("already exists")
    expect(await because({ branch: "a..b" })).toMatch(/not a valid branch name/)
    mkdirSync(at("taken"), { recursive: true })
    expect(await because({}, "taken")).toContain("something at")
    expect(await because({ branch: "free" }, "taken")).toContain("something at")
    expect(on.plain(["branch", "--list"]).trim()).toBe("* main")
    expect(existsSync(at("one"))).toBe(false)
  })

  test("takes back what cannot be checked out", async () => {
    startRepository(on)
    const blob = on.plain(["rev-parse", "HEAD:b.txt"]).trim()
    rmSync(join(on.project, ".git/objects", blob.slice(0, 2), blob.slice(2)))
    expect(await open("one", { branch: "task" })).toMatchObject({ refused: expect.stringContaining("could not be checked out") })
    expect([existsSync(at("one")), on.plain(["branch", "--list", "task"])]).toEqual([false, ""])
    expect(on.plain(["worktree", "list", "--porcelain"]).match(/^worktree /gm)).toHaveLength(1)
  })
})
