import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Json } from "@kibitz/contract"
import type { SandboxedCommand } from "@kibitz/ports"
import { runTool } from "@kibitz/testkit/contracts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { findGit } from "./find-git.ts"
import { findRepository } from "./find-repository.ts"
import { openRepository } from "./repository.ts"
import { runGit } from "./run-git.ts"
import { type Bench, bench, startRepository } from "./testing/repositories.ts"
import { type GitToolsOptions, gitTools } from "./tools.ts"
import { readUserConfig } from "./user-config.ts"
import { gitWorkspaces } from "./workspaces.ts"

let on: Bench
beforeEach(() => {
  on = bench()
})
afterEach(() => on.remove())

async function ask(capability: string, input: Json = {}, options: GitToolsOptions = {}) {
  const [end] = await runTool(gitTools({ home: on.home, ...options }), on.project, capability, input)
  if (end?.type !== "end") throw new Error("no end")
  return end
}
const commit = (message: string, paths?: string[]) => ask("git_commit", paths === undefined ? { message } : { message, paths })
const files = (what = "HEAD") => on.plain(["show", "--name-only", "--format=", "-z", what]).split("\0").filter(Boolean)
const strange = ["-f", "--upload-pack=x", "@{-1}", "line\nbreak", "a b", ":(top)x", ":!x", "*.ts", "[a]", "'\"", "\u202e", "-"]

describe("the state of the repository", () => {
  test("names the branch, the commit and every changed file", async () => {
    startRepository(on)
    on.put("new.txt", "new\n")
    on.put("folder/x.txt", "x\n")
    on.put("b.txt", "staged\n")
    on.plain(["add", "b.txt"])
    const head = on.plain(["rev-parse", "HEAD"]).trim()
    expect(await ask("git_status")).toMatchObject({
      ok: true,
      output: `On branch main, at ${head.slice(0, 12)}\n M a.txt\nM  b.txt\n?? folder/\n?? new.txt`,
      run: { exitCode: 0, spool: null },
    })
    expect(await gitWorkspaces().head(on.project)).toBe(head)
    on.plain(["add", "."])
    on.plain(["commit", "-qm", "second"])
    expect((await ask("git_status")).output).toMatch(/^On branch main, at [0-9a-f]{12}\n\[nothing has changed\]$/)
    expect(await gitWorkspaces().head(on.project)).not.toBe(head)
  })

  test("before the first commit, without a repository, and without a git", async () => {
    expect(await ask("git_status")).toMatchObject({ ok: false, output: expect.stringContaining("not the top folder") })
    expect(await gitWorkspaces().head(on.project)).toBe(null)
    on.plain(["init", "-q", "-b", "main"])
    expect((await ask("git_status")).output).toBe("On branch main, no commit yet\n[nothing has changed]")
    expect(await gitWorkspaces().head(on.project)).toBe(null)
    expect(await ask("git_status", {}, { git: "/nowhere/git" })).toMatchObject({ ok: false })
    expect(await gitWorkspaces({ git: "/nowhere/git" }).head(on.project)).toBe(null)
    expect(await gitWorkspaces().head(join(on.base, "gone"))).toBe(null)
  })

  test("heeds what the user ignores everywhere, also where git cannot see the home", async () => {
    startRepository(on)
    mkdirSync(join(on.home, ".config/git"), { recursive: true })
    writeFileSync(join(on.home, ".config/git/ignore"), "*.swp\n.idea/\n")
    on.put("x.swp", "")
    on.put(".idea/y", "")
    const wrapped: SandboxedCommand[] = []
    const sandbox = {
      probe: async () => ({ state: "on" as const, name: "fake", because: "", remedy: "" }),
      wrap(command: SandboxedCommand) {
        wrapped.push(command)
        // As a real one does: without the user's home.
        const args = command.args.map((each) => each.replace(on.home, "/nowhere"))
        return { file: command.file, args }
      },
    }
    for (const options of [{}, { sandbox }]) {
      expect((await ask("git_status", {}, options)).output.split("\n").slice(1)).toEqual([" M a.txt"])
    }
    expect(wrapped.map(({ file, confinement }) => [file, confinement])).toEqual([
      ["/usr/bin/env", { write: false, network: false }],
    ])
    expect(wrapped[0]?.args).toEqual(
      expect.arrayContaining(["-i", "GIT_CONFIG_GLOBAL=/dev/null", `--git-dir=${join(on.project, ".git")}`]),
    )
  })
})

describe("changes", () => {
  test("are shown as a diff, of the working tree or of what is staged, and of a part of it", async () => {
    startRepository(on)
    on.put("b.txt", "two changed\n")
    on.plain(["add", "b.txt"])
    const unstaged = (await ask("git_diff")).output
    expect(unstaged).toMatch(/^diff --git a\/a\.txt b\/a\.txt\n.*-one\n\+one changed$/s)
    const staged = (await ask("git_diff", { staged: true })).output
    expect(staged).toMatch(/^diff --git a\/b\.txt b\/b\.txt\n.*-two\n\+two changed$/s)
    expect((await ask("git_diff", { path: "a.txt" })).output).toBe(unstaged)
    expect((await ask("git_diff", { path: join(on.project, "a.txt") })).output).toBe(unstaged)
    expect((await ask("git_diff", { path: "b.txt" })).output).toContain("[nothing has changed there")
    for (const path of ["..", "/etc/passwd", "../x", ".git/config", ".env"]) {
      expect([path, (await ask("git_diff", { path })).ok]).toEqual([path, false])
    }
  })

  test("settings of the repository do not change their form", async () => {
    startRepository(on)
    const plain = (await ask("git_diff")).output
    const settings = {
      "diff.noprefix": "true",
      "color.ui": "always",
      "diff.orderFile": "missing",
      "diff.context": "0",
      "diff.relative": "true",
    }
    for (const [key, value] of Object.entries(settings)) on.plain(["config", key, value])
    expect((await ask("git_diff")).output).toBe(plain)
  })

  test("the content of secret files is left out, and that is said (T15)", async () => {
    startRepository(on)
    on.put(".env", "KEY=1\n")
    on.plain(["add", "-f", ".env"])
    on.plain(["commit", "-qm", "a secret"])
    on.put(".env", "KEY=the-secret\n")
    const { output } = await ask("git_diff")
    expect(output).not.toContain("the-secret")
    expect(output).toContain("[left out, because they hold secrets or belong to git: .env]")
  })

  test("a large one is cut, and bytes that are no text are shown as what they are (F27, F28)", async () => {
    startRepository(on)
    writeFileSync(join(on.project, "b.txt"), Buffer.from([0x74, 0xe9, 0x1b, 0x0a]))
    expect((await ask("git_diff", { path: "b.txt" })).output).toContain("+t\\xe9\\x1b")
    on.put("a.txt", "x".repeat(99).concat("\n").repeat(5000))
    const { output } = await ask("git_diff", { path: "a.txt" })
    expect(output.length).toBeLessThan(201_000)
    expect(output).toMatch(/\n\[cut after 200,000 bytes; give a path to see a part of the changes\]$/)
  })
})

describe("a commit", () => {
  test("takes everything, or only what is named, and leaves the rest staged or not as it was", async () => {
    startRepository(on)
    on.put("new.txt", "new\n")
    on.put("folder/x.txt", "x\n")
    on.put("b.txt", "staged\n")
    on.plain(["add", "b.txt"])
    const end = await commit("second\n\nwith a body", ["a.txt", "folder"])
    const head = on.plain(["rev-parse", "HEAD"]).trim()
    expect(end).toMatchObject({
      ok: true,
      output: `Committed 2 files as ${head} on main: second\na.txt, folder/x.txt`,
      run: { exitCode: 0 },
    })
    expect(files()).toEqual(["a.txt", "folder/x.txt"])
    expect(on.plain(["log", "-1", "--format=%B%an <%ae> %cn"])).toBe(
      "second\n\nwith a body\nAda Example <ada@example.com> Ada Example\n",
    )
    expect(on.plain(["status", "--porcelain"])).toBe("M  b.txt\n?? new.txt\n")
    rmSync(join(on.project, "a.txt"))
    expect(await commit("third")).toMatchObject({ ok: true })
    expect(files()).toEqual(["a.txt", "b.txt", "new.txt"])
    expect(on.plain(["status", "--porcelain"])).toBe("")
    expect(on.plain(["reflog", "-1", "--format=%gs"])).toBe("commit: third\n")
    expect(await commit("nothing")).toMatchObject({ ok: false, output: expect.stringContaining("nothing to commit") })
    expect(readdirSync(join(on.project, ".git")).filter((name) => name.startsWith("kibitz"))).toEqual([])
    expect(on.plain(["fsck"])).toBe("")
  })

  test("is the first one of a repository, and of a worktree its own", async () => {
    on.plain(["init", "-q", "-b", "main"])
    on.put("a.txt", "one\n")
    expect(await commit("first")).toMatchObject({ ok: true })
    const tree = join(on.base, "tree")
    on.plain(["worktree", "add", "-q", tree])
    writeFileSync(join(tree, "t.txt"), "t\n")
    const [end] = await runTool(gitTools({ home: on.home }), tree, "git_commit", { message: "in the tree" })
    expect(end).toMatchObject({ ok: true, output: expect.stringContaining("on tree: in the tree") })
    expect(on.plain(["log", "--format=%s", "main"])).toBe("first\n")
  })

  test("takes names literally, whatever they look like (G7, G8)", async () => {
    startRepository(on)
    for (const name of strange) on.put(name, "x\n")
    on.put("x", "not named\n")
    expect(await commit("strange", strange)).toMatchObject({ ok: true })
    expect(files().sort()).toEqual([...strange].sort())
    for (const name of strange) {
      on.put(name, "y\n")
      expect([name, (await ask("git_diff", { path: name })).output.includes("+y")]).toEqual([name, true])
    }
    expect((await ask("git_status")).output).toContain("line\\x0abreak")
    expect(await commit("-m --amend --no-verify\n# no comment")).toMatchObject({ ok: true })
    expect(on.plain(["log", "-1", "--format=%B"])).toBe("-m --amend --no-verify\n# no comment\n\n")
    for (const path of ["..", "../outside", "/etc/passwd", "a\0b", ".git/config", "missing.txt"]) {
      expect([path, (await commit("no", [path])).ok]).toEqual([path, false])
    }
  })

  test("a branch with a strange name is only a name (G7)", async () => {
    startRepository(on)
    writeFileSync(join(on.project, ".git/HEAD"), "ref: refs/heads/--upload-pack=x\n")
    expect((await ask("git_status")).output).toMatch(/^On branch --upload-pack=x, no commit yet/)
    expect(await commit("there")).toMatchObject({ ok: true, output: expect.stringContaining("on --upload-pack=x: there") })
  })

  test("leaves out secrets, other repositories and names that some disk takes for .git (G8)", async () => {
    startRepository(on)
    for (const path of [".env", "keys/id_rsa", ".GIT/config", ".GIT/hooks/pre-commit", "sub/.Git/config", "git~1/config"])
      on.put(path, "x\n")
    mkdirSync(join(on.project, "inner"))
    on.plain(["init", "-q"], join(on.project, "inner"))
    writeFileSync(join(on.project, "inner/i.txt"), "i\n")
    expect(await commit("all")).toMatchObject({
      ok: true,
      output: expect.stringContaining("[left out, because they hold secrets or belong to git: .GIT/config"),
    })
    expect(files()).toEqual(["a.txt"])
    for (const path of [".env", ".GIT/config", "keys"]) expect([path, (await commit("no", [path])).ok]).toEqual([path, false])
  })

  test("does not store a file whose filter is not run (G3)", async () => {
    startRepository(on)
    on.put(".gitattributes", "*.bin filter=lfs\n")
    on.plain(["config", "filter.lfs.clean", "git-lfs clean"])
    on.put("large.bin", "content\n")
    expect(await commit("all")).toMatchObject({
      ok: false,
      output: expect.stringContaining('large.bin goes through the filter "lfs"'),
    })
    expect(await commit("others", ["a.txt"])).toMatchObject({ ok: true })
  })

  test("names the files that make programs run (G9)", async () => {
    startRepository(on)
    for (const path of [".github/workflows/ci.yml", "hooks/post-merge", "package.json", "src/plain.ts"]) on.put(path, "{}\n")
    expect((await ask("git_status")).output).toContain("package.json")
    expect((await commit("all")).output).toContain(
      "[files that make programs run: .github/workflows/ci.yml, hooks/post-merge, package.json]",
    )
  })

  test("is not made without a name, in the middle of a merge, with a conflict, or while somebody else writes the index", async () => {
    startRepository(on)
    expect(await ask("git_commit", { message: "x" }, { home: join(on.base, "nobody") })).toMatchObject({
      ok: false,
      output: expect.stringContaining("git config --global user.name"),
    })
    on.plain(["config", "user.name", "The Repository"])
    on.plain(["config", "user.email", "it@example.com"])
    expect(await ask("git_commit", { message: "x" }, { home: join(on.base, "nobody") })).toMatchObject({ ok: false })
    writeFileSync(join(on.project, ".git/MERGE_HEAD"), on.plain(["rev-parse", "HEAD"]))
    expect(await commit("x")).toMatchObject({ ok: false, output: expect.stringContaining("A merge is under way") })
    rmSync(join(on.project, ".git/MERGE_HEAD"))
    on.plain(["stash", "-q"])
    on.plain(["checkout", "-q", "-b", "side"])
    on.put("b.txt", "side\n")
    on.plain(["commit", "-qam", "side"])
    on.plain(["checkout", "-q", "main"])
    on.put("b.txt", "main\n")
    on.plain(["commit", "-qam", "main"])
    expect(() => on.plain(["cherry-pick", "side"])).toThrow()
    rmSync(join(on.project, ".git/CHERRY_PICK_HEAD"))
    expect(await commit("x")).toMatchObject({ ok: false, output: expect.stringContaining("b.txt is in conflict") })
    on.plain(["reset", "-q", "--hard"])
    on.put("a.txt", "once more\n")
    writeFileSync(join(on.project, ".git/index.lock"), "")
    expect(await commit("x")).toMatchObject({ ok: false, output: expect.stringContaining("Nothing was committed") })
    expect(on.plain(["log", "--format=%s"])).toBe("main\nfirst\n")
  })
})

describe("git itself", () => {
  test("is found in the system's folders first, and never by a relative entry or in the project", async () => {
    const fake = join(on.project, "bin")
    mkdirSync(fake)
    writeFileSync(join(fake, "git"), `#!/bin/sh\ntouch ${join(on.base, "canary")}\n`)
    chmodSync(join(fake, "git"), 0o755)
    const found = findGit(`${fake}:.:bin:`)
    expect(found).toMatch(/^\/.*git/)
    expect(found).not.toContain(on.project)
    startRepository(on)
    expect(await ask("git_status", {}, { git: join(fake, "git") })).toMatchObject({ ok: false })
    expect(on.hasSung()).toBe(false)
  })

  test("is ended when it is stopped, takes too long or says too much", async () => {
    const { signal } = new AbortController()
    const slow = join(on.base, "slow")
    writeFileSync(slow, "#!/bin/sh\ntrap '' TERM\nsleep 60 &\nwait\nsleep 60\n")
    const loud = join(on.base, "loud")
    writeFileSync(loud, "#!/bin/sh\nwhile :; do echo loud; done\n")
    for (const program of [slow, loud]) chmodSync(program, 0o755)
    const stop = new AbortController()
    const stopped = runGit([], { git: slow, folder: on.project, signal: stop.signal })
    stop.abort()
    const ends = await Promise.all([
      stopped,
      runGit([], { git: slow, folder: on.project, signal, limitMs: 100 }),
      runGit([], { git: loud, folder: on.project, signal, outputBytes: 1000 }),
      runGit([], { git: join(on.base, "missing"), folder: on.project, signal }),
    ])
    expect(ends.map(({ ended, exitCode }) => [ended, exitCode])).toEqual([
      ["stopped", null],
      ["too-long", null],
      ["too-much", null],
      ["not-started", null],
    ])
    expect(ends[2].output).toHaveLength(1000)
  })

  test("is not started again when the repository's settings have changed since they were listed (G3)", async () => {
    startRepository(on)
    const { signal } = new AbortController()
    const git = findGit() ?? ""
    const found = findRepository(on.project)
    if (!found.ok) throw new Error(found.because)
    const repository = await openRepository(found, {
      git,
      signal,
      user: await readUserConfig(found, { git, home: on.home, signal }),
    })
    if (!repository.ok) throw new Error(repository.because)
    expect(await repository.run(["status"])).toMatchObject({ exitCode: 0 })
    on.put(".gitattributes", "* filter=late\n")
    on.plain(["config", "filter.late.clean", on.payload])
    expect(await repository.run(["status"])).toMatchObject({ exitCode: null, error: expect.stringContaining("being changed") })
    expect(on.hasSung()).toBe(false)
  })

  test("settings that do not parse are a sentence", async () => {
    startRepository(on)
    writeFileSync(join(on.project, ".git/config"), "[broken\n")
    expect(await ask("git_status")).toMatchObject({ ok: false, output: expect.stringContaining("settings cannot be read") })
    expect(existsSync(join(on.base, "canary"))).toBe(false)
  })
})
