import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Json } from "@kibitz/contract"
import { runTool } from "@kibitz/testkit/contracts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { payloads } from "./testing/payloads.ts"
import { type Bench, bench, startRepository } from "./testing/repositories.ts"
import { gitTools } from "./tools.ts"
import { gitWorkspaces } from "./workspaces.ts"

let on: Bench
beforeEach(() => {
  on = bench()
})
afterEach(() => on.remove())

const operations: readonly (readonly [string, Json])[] = [
  ["git_status", {}],
  ["git_diff", {}],
  ["git_diff", { path: "a.txt" }],
  ["git_diff", { staged: true }],
  ["git_commit", { message: "one file", paths: ["a.txt"] }],
  ["git_commit", { message: "everything" }],
  ["git_status", {}],
]

describe("no repository makes the host run a program", () => {
  test.each(payloads)("$name", async ({ build, spring, folder }) => {
    build(on)
    on.silence()
    const workspace = folder?.(on) ?? on.project
    const tools = gitTools({ home: on.home })
    const heads = gitWorkspaces()
    await heads.head(workspace)
    expect(["head", on.hasSung()]).toEqual(["head", false])
    for (const [capability, input] of operations) {
      const [end] = await runTool(tools, workspace, capability, input)
      expect(end?.type).toBe("end")
      expect([capability, input, end, on.hasSung()]).toEqual([capability, input, end, false])
    }
    await heads.head(workspace)
    expect(on.hasSung()).toBe(false)
    spring(on)
    expect(["set off by plain git", on.hasSung()]).toEqual(["set off by plain git", true])
  })

  test("nor do variables of our own environment (G1)", async () => {
    startRepository(on)
    const poisoned = { GIT_EXTERNAL_DIFF: on.payload, GIT_DIR: on.base, GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${on.payload}'` }
    const before = { ...process.env }
    Object.assign(process.env, poisoned)
    try {
      for (const [capability, input] of operations.slice(0, 4)) {
        const [end] = await runTool(gitTools({ home: on.home }), on.project, capability, input)
        expect(end).toMatchObject({ type: "end", ok: true })
      }
      expect(await gitWorkspaces().head(on.project)).toMatch(/^[0-9a-f]{40}$/)
    } finally {
      for (const name of Object.keys(poisoned)) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
    expect(on.hasSung()).toBe(false)
  })
})

describe("a repository that is not what it seems is refused and named (G6)", () => {
  async function status(workspace: string, tools = gitTools({ home: on.home })) {
    const [end] = await runTool(tools, workspace, "git_status", {})
    return end?.type === "end" ? end : null
  }

  test("a worktree's `.git` must point to its folder, and that back to it", async () => {
    startRepository(on)
    const tree = join(on.base, "tree")
    on.plain(["worktree", "add", "-q", tree])
    on.plain(["worktree", "add", "-q", join(on.base, "other")])
    expect(await status(tree)).toMatchObject({ ok: true, output: expect.stringContaining("On branch tree") })
    expect(await gitWorkspaces().head(tree)).toBe(on.plain(["rev-parse", "HEAD"]).trim())
    const refused = async (pointer: string, because: string) => {
      writeFileSync(join(tree, ".git"), pointer)
      expect([pointer, await status(tree)]).toEqual([
        pointer,
        expect.objectContaining({
          ok: false,
          output: expect.stringMatching(new RegExp(`^This repository is not used: .*${because}`)),
        }),
      ])
      expect(await gitWorkspaces().head(tree)).toBe(null)
    }
    await refused(`gitdir: ${join(on.project, ".git/worktrees/other")}\n`, "does not point back")
    await refused(`gitdir: ${join(on.project, ".git")}\n`, "does not point back")
    await refused("gitdir: /nowhere\n", "points nowhere")
    await refused("nonsense\n", "points nowhere")
    await refused("", "points nowhere")
    await refused(`gitdir: ${join(on.project, ".git/worktrees/tree")}\nx\n`, "points nowhere")
    mkdirSync(join(tree, "fake/worktrees/tree"), { recursive: true })
    writeFileSync(join(tree, "fake/worktrees/tree/gitdir"), `${join(tree, ".git")}\n`)
    writeFileSync(join(tree, "fake/worktrees/tree/commondir"), "../..\n")
    writeFileSync(join(tree, "fake/HEAD"), "ref: refs/heads/main\n")
    await refused(`gitdir: ${join(tree, "fake/worktrees/tree")}\n`, "inside the project folder")
  })

  test("a whole repository with a true way back, put in its place later, is not the one that was there", async () => {
    startRepository(on)
    const tree = join(on.base, "tree")
    on.plain(["worktree", "add", "-q", tree])
    const tools = gitTools({ home: on.home })
    const heads = gitWorkspaces()
    expect(await status(tree, tools)).toMatchObject({ ok: true })
    expect(await heads.head(tree)).not.toBe(null)
    const evil = join(on.base, "evil")
    on.plain(["clone", "-q", on.project, evil])
    on.plain(["worktree", "add", "-q", join(on.base, "made")], evil)
    writeFileSync(join(evil, ".git/worktrees/made/gitdir"), `${join(tree, ".git")}\n`)
    writeFileSync(join(tree, ".git"), `gitdir: ${join(evil, ".git/worktrees/made")}\n`)
    expect(await status(tree, tools)).toMatchObject({ ok: false, output: expect.stringContaining("leads to") })
    expect(await heads.head(tree)).toBe(null)
  })

  test("links, other folders, and a folder that points elsewhere", async () => {
    expect(await status(on.project)).toMatchObject({ ok: false, output: expect.stringContaining("not the top folder") })
    startRepository(on)
    expect(await status(join(on.project, ".git"))).toMatchObject({ ok: false })
    writeFileSync(join(on.project, ".git/commondir"), `${on.base}\n`)
    expect(await status(on.project)).toMatchObject({ ok: false, output: expect.stringContaining("points elsewhere") })
    renameSync(join(on.project, ".git"), join(on.base, "moved"))
    const { symlinkSync } = await import("node:fs")
    symlinkSync(join(on.base, "moved"), join(on.project, ".git"))
    expect(await status(on.project)).toMatchObject({ ok: false, output: expect.stringContaining("is a link") })
  })
})
