// The walls around git's own files, tried from inside by programs that want out.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { attempts, describeSandboxed, inside, newStage, run, write } from "../testing/stage.ts"

await describeSandboxed("the walls around git", (sandbox) => {
  test("G1 G2: a repository hidden in a subfolder runs nothing when git looks at it", async () => {
    const stage = newStage({ "sub/HEAD": "ref: refs/heads/main\n", "sub/objects/x": "", "sub/refs/x": "" })
    const config =
      "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = echo RAN >> canary; false\n"
    write(join(stage.workspace, "sub/config"), config)
    for (const command of ["git -C sub status", "cd sub && git status", "touch z; git -C sub status"]) {
      const { output } = await run(stage, sandbox, command, { confinement: inside })
      expect([command, output.includes("RAN")]).toEqual([command, false])
    }
    expect((await run(stage, sandbox, "ls -R")).output).not.toContain("canary")
  })

  test("G1 G5: git's configuration and hooks cannot be changed, whichever way round, and git works all the same", async () => {
    const stage = newStage({ "a.txt": "a" })
    git(stage.workspace, "init", "-q")
    const config = readFileSync(join(stage.workspace, ".git", "config"), "utf8")
    const script = attempts(
      "echo x >> .git/config",
      "git config core.fsmonitor /tmp/evil",
      "rm .git/config",
      "mv .git/config .git/old",
      "cp a.txt .git/config.lock && mv .git/config.lock .git/config",
      "echo x > .git/hooks/pre-commit",
      "rm -r .git/hooks",
      "mv .git/hooks .git/old",
      "mv .git elsewhere",
      "rm -rf .git && mkdir .git/objects",
    )
    const { lines } = await run(stage, sandbox, script)
    expect(lines).toEqual(Array(10).fill("REFUSED"))
    expect(readFileSync(join(stage.workspace, ".git", "config"), "utf8")).toBe(config)

    const other = newStage({ "a.txt": "a" })
    git(other.workspace, "init", "-q")
    const commit =
      "git add -A && git -c user.name=n -c user.email=e@e commit -qm first && git log --format=%s && git status --short"
    expect(await run(other, sandbox, commit)).toMatchObject({ ok: true, output: "first\n" })
  })

  test("G5: hooks and configuration that do not exist yet cannot be made", async () => {
    const stage = newStage()
    mkdirSync(join(stage.workspace, ".git"))
    const { lines } = await run(
      stage,
      sandbox,
      attempts("echo x > .git/config", "mkdir .git/hooks", "echo x > .git/hooks/pre-commit"),
    )
    expect(lines).toEqual(Array(3).fill("REFUSED"))
    expect(readFileSync(join(stage.workspace, ".git", "config"), "utf8")).toBe("")
  })

  test("G5: hooks that are a link make the whole repository read-only", async () => {
    const stage = newStage()
    git(stage.workspace, "init", "-q")
    spawnSync("rm", ["-rf", join(stage.workspace, ".git", "hooks")])
    symlinkSync("../evil", join(stage.workspace, ".git", "hooks"))
    const { lines } = await run(
      stage,
      sandbox,
      attempts("rm .git/hooks", "mkdir evil && echo x > .git/hooks/post-checkout && mv .git x", "touch .git/x"),
    )
    expect(lines[0]).toBe("REFUSED")
    expect(lines[2]).toBe("REFUSED")
  })

  test("G6: in a worktree git works, and neither its pointer nor the shared configuration can be changed", async () => {
    const stage = newStage()
    const main = join(stage.folder, "main")
    write(join(main, "a.txt"), "a")
    git(main, "init", "-q")
    git(main, "add", "-A")
    git(main, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "-qm", "first")
    const tree = join(stage.folder, "tree")
    git(main, "worktree", "add", "-q", tree)
    git(main, "worktree", "add", "-q", join(stage.folder, "other"))
    const at = { ...stage, workspace: tree }
    const script = attempts(
      "echo 'gitdir: /tmp' > .git",
      "rm .git",
      "mv .git old",
      `echo x >> ${main}/.git/config`,
      `echo x > ${main}/.git/hooks/pre-commit`,
      `mv ${main}/.git ${main}/old`,
      `echo / > ${main}/.git/worktrees/tree/commondir`,
      `echo x > ${main}/.git/worktrees/tree/gitdir`,
      `echo x > ${main}/.git/worktrees/other/HEAD`,
      `echo x > ${main}/.git/HEAD`,
      `rm ${main}/.git/index`,
      `echo x >> ${main}/.git/logs/HEAD`,
      `cat ${main}/a.txt`,
      `mv ${main}/.git/worktrees ${main}/.git/w`,
      `mv ${main}/.git/logs ${main}/.git/l`,
      `mv ${main}/.git/worktrees/tree ${main}/.git/worktrees/t`,
      `mv ${main}/.git/worktrees/other ${main}/.git/worktrees/o`,
    )
    expect((await run(at, sandbox, script)).lines).toEqual(Array(17).fill("REFUSED"))
    const commit = "echo b > b.txt; git add -A; git -c user.name=n -c user.email=e@e commit -qm second && git log --format=%s"
    expect(await run(at, sandbox, commit)).toMatchObject({ ok: true, output: "second\nfirst\n" })
    const branch = "git checkout -q -b topic && git reset -q --hard HEAD~ && git reflog --format=%gs topic"
    const moves = "reset: moving to HEAD~\nbranch: Created from HEAD\n"
    expect(await run(at, sandbox, branch)).toMatchObject({ ok: true, output: moves })
  })

  test.each(["worktrees", "logs"])("G6: a repository whose %s is a link is read-only", async (name) => {
    const stage = newStage({ "a.txt": "a", "elsewhere/x": "" })
    git(stage.workspace, "init", "-q")
    symlinkSync("../elsewhere", join(stage.workspace, ".git", name))
    const script = attempts(`rm .git/${name}`, `mv .git/${name} .git/old`, "touch .git/x")
    expect((await run(stage, sandbox, script)).lines).toEqual(Array(3).fill("REFUSED"))
  })

  test("G6: the project's commands do not reach what git keeps for its worktrees, except for those inside the project", async () => {
    const stage = newStage({ "a.txt": "a" })
    const main = stage.workspace
    git(main, "init", "-q")
    git(main, "add", "-A")
    git(main, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "-qm", "first")
    git(main, "worktree", "add", "-q", join(stage.folder, "tree"))
    git(main, "worktree", "add", "-q", join(main, "within"))
    const script = attempts(
      "echo x > .git/worktrees/tree/HEAD",
      "rm .git/worktrees/tree/index",
      "git worktree remove --force tree",
      "mv .git/worktrees .git/w",
      "mv .git/worktrees/tree .git/worktrees/t",
    )
    expect((await run(stage, sandbox, script)).lines).toEqual(Array(5).fill("REFUSED"))
    await run(stage, sandbox, "git worktree prune --expire now")
    expect(existsSync(join(main, ".git", "worktrees", "tree", "HEAD"))).toBe(true)
    const commit =
      "cd within; echo b > b.txt; git add -A; git -c user.name=n -c user.email=e@e commit -qm second; git log --format=%s"
    expect(await run(stage, sandbox, commit)).toMatchObject({ ok: true, output: "second\nfirst\n" })
    const inProject = "echo c > c.txt; git add c.txt; git -c user.name=n -c user.email=e@e commit -qm third; git log --format=%s"
    expect(await run(stage, sandbox, inProject)).toMatchObject({ ok: true, output: "third\nfirst\n" })
    expect(await run(stage, sandbox, "git worktree remove --force within && ls .git/worktrees")).toMatchObject({
      output: "tree\n",
    })
  })

  test("G6: a pointer that was rewritten shows nothing of where it points", async () => {
    const stage = newStage()
    const theirs = join(stage.folder, "theirs")
    write(join(theirs, "a.txt"), "a")
    git(theirs, "init", "-q")
    git(theirs, "add", "-A")
    git(theirs, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "-qm", "first")
    git(theirs, "worktree", "add", "-q", join(stage.folder, "tree"))
    for (const target of [`${theirs}/.git/worktrees/tree`, `${theirs}/.git`, stage.hidden, "/"]) {
      writeFileSync(join(stage.workspace, ".git"), `gitdir: ${target}\n`)
      const { lines } = await run(stage, sandbox, attempts(`ls ${theirs}/.git`, `cat ${stage.hidden}/key`, "git log"))
      expect(lines).toEqual(Array(3).fill("REFUSED"))
    }
  })
})

function git(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null" },
  })
  if (status !== 0) throw new Error(stderr)
}
