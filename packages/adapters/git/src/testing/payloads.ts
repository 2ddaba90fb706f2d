// Owns: repositories that make git run a program, as they were found in the wild. `build` makes one; `spring` is an everyday command
// that sets it off, so that a test can show that its silence means something.
import { appendFileSync, chmodSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Bench, startRepository } from "./repositories.ts"

export type Payload = {
  readonly name: string
  build(on: Bench): void
  spring(on: Bench): void
  /** Which folder is opened as the project; the bench's own when left out. */
  folder?(on: Bench): string
}

function config(on: Bench, ...settings: [string, string][]): void {
  for (const [key, value] of settings) on.plain(["config", key, value])
}

function changeAgain(on: Bench): void {
  on.put("a.txt", `changed again ${Math.random()}\n`)
}

function ignoringFailure(step: () => unknown): void {
  try {
    step()
  } catch {
    // The payload may well make git fail after it has run.
  }
}

function byStatus(on: Bench): void {
  changeAgain(on)
  ignoringFailure(() => on.plain(["status"]))
}
function byDiff(on: Bench): void {
  changeAgain(on)
  ignoringFailure(() => on.plain(["--no-pager", "diff"]))
}
function byAdd(on: Bench): void {
  changeAgain(on)
  ignoringFailure(() => on.plain(["add", "a.txt"]))
}
function byCommit(on: Bench): void {
  changeAgain(on)
  ignoringFailure(() => on.plain(["commit", "-qam", "again"]))
}

const attributed = (attribute: string, ...settings: (readonly [string, string])[]) => ({
  build(on: Bench) {
    startRepository(on)
    on.put(".gitattributes", `* ${attribute}\n`)
    config(on, ...settings.map(([key, value]): [string, string] => [key, value.replaceAll("PAYLOAD", on.payload)]))
    changeAgain(on)
  },
})

const hook = (name: string): Payload => ({
  name: `G5 the hook ${name}`,
  build(on) {
    startRepository(on)
    mkdirSync(join(on.project, ".git/hooks"), { recursive: true })
    cpSync(on.payload, join(on.project, ".git/hooks", name))
  },
  spring: byCommit,
})

export const payloads: readonly Payload[] = [
  {
    name: "G1 core.fsmonitor",
    build(on) {
      startRepository(on)
      config(on, ["core.fsmonitor", on.payload])
    },
    spring: byStatus,
  },
  {
    name: "G2 a bare repository in a subfolder",
    build(on) {
      startRepository(on)
      on.plain(["init", "-q", "--bare", "hidden"])
      const hidden = join(on.project, "hidden")
      writeFileSync(
        join(hidden, "config"),
        `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${on.payload}\n`,
      )
    },
    spring: (on) => ignoringFailure(() => on.plain(["status"], join(on.project, "hidden"))),
    folder: (on) => join(on.project, "hidden"),
  },
  { name: "G3 filter.clean", ...attributed("filter=x", ["filter.x.clean", "PAYLOAD"]), spring: byAdd },
  {
    name: "G3 filter.smudge",
    ...attributed("filter=x", ["filter.x.smudge", "PAYLOAD"]),
    spring(on) {
      rmSync(join(on.project, "b.txt"))
      ignoringFailure(() => on.plain(["checkout", "--", "b.txt"]))
    },
  },
  {
    name: "G3 filter.process, required",
    ...attributed("filter=x", ["filter.x.process", "PAYLOAD"], ["filter.x.required", "true"]),
    spring: byAdd,
  },
  {
    name: "G3 a driver's name with dots, spaces and capitals",
    ...attributed("filter=A.b", ["filter.A.b.clean", "PAYLOAD"]),
    spring: byAdd,
  },
  {
    name: "G3 a filter from an included file",
    build(on) {
      startRepository(on)
      on.put(".gitattributes", "* filter=x\n")
      on.put("tools/settings", `[filter "x"]\n\tclean = ${on.payload}\n`)
      config(on, ["include.path", "../tools/settings"])
    },
    spring: byAdd,
  },
  {
    name: "G3 a filter included for a branch only",
    build(on) {
      startRepository(on)
      on.put(".gitattributes", "* filter=x\n")
      on.put("settings", `[filter "x"]\n\tclean = ${on.payload}\n`)
      config(on, ["includeIf.onbranch:main.path", "../settings"])
    },
    spring: byAdd,
  },
  {
    name: "G3 a filter from config.worktree, named in info/attributes",
    build(on) {
      startRepository(on)
      config(on, ["extensions.worktreeConfig", "true"])
      writeFileSync(join(on.project, ".git/config.worktree"), `[filter "x"]\n\tclean = ${on.payload}\n`)
      mkdirSync(join(on.project, ".git/info"), { recursive: true })
      writeFileSync(join(on.project, ".git/info/attributes"), "* filter=x\n")
    },
    spring: byAdd,
  },
  { name: "G4 diff.textconv", ...attributed("diff=x", ["diff.x.textconv", "PAYLOAD"]), spring: byDiff },
  { name: "G4 a diff driver's command", ...attributed("diff=x", ["diff.x.command", "PAYLOAD"]), spring: byDiff },
  {
    name: "G4 diff.external",
    build(on) {
      startRepository(on)
      config(on, ["diff.external", on.payload])
    },
    spring: byDiff,
  },
  ...["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-index-change", "reference-transaction"].map(hook),
  {
    ...hook("post-checkout"),
    spring: (on) => ignoringFailure(() => on.plain(["worktree", "add", "-q", join(on.base, "elsewhere")])),
  },
  {
    name: "G5 hooks from a folder of the project",
    build(on) {
      startRepository(on)
      on.put(".husky/pre-commit", "")
      cpSync(on.payload, join(on.project, ".husky/pre-commit"))
      chmodSync(join(on.project, ".husky/pre-commit"), 0o755)
      config(on, ["core.hooksPath", ".husky"])
    },
    spring: byCommit,
  },
  {
    name: "G6 a `.git` file rewritten to a repository in the project",
    build(on) {
      startRepository(on)
      on.plain(["worktree", "add", "-q", join(on.base, "tree")])
      const tree = join(on.base, "tree")
      on.plain(["init", "-q", "evil"], tree)
      renameSync(join(tree, "evil/.git"), join(tree, "evil/git"))
      appendFileSync(join(tree, "evil/git/config"), `[core]\n\tfsmonitor = ${on.payload}\n`)
      writeFileSync(join(tree, ".git"), `gitdir: ${join(tree, "evil/git")}\n`)
    },
    spring: (on) => ignoringFailure(() => on.plain(["status"], join(on.base, "tree"))),
    folder: (on) => join(on.base, "tree"),
  },
  {
    name: "G6 a `.git` file rewritten to a repository outside, with a false way back",
    build(on) {
      startRepository(on)
      on.plain(["worktree", "add", "-q", join(on.base, "tree")])
      on.plain(["init", "-q", "--bare", join(on.base, "evil")])
      appendFileSync(join(on.base, "evil/config"), `[core]\n\tbare = false\n\tfsmonitor = ${on.payload}\n`)
      writeFileSync(join(on.base, "evil/gitdir"), `${join(on.base, "tree/.git")}\n`)
      writeFileSync(join(on.base, "tree/.git"), `gitdir: ${join(on.base, "evil")}\n`)
    },
    spring: (on) => ignoringFailure(() => on.plain(["status"], join(on.base, "tree"))),
    folder: (on) => join(on.base, "tree"),
  },
  {
    name: "G8 a submodule with settings of its own",
    build(on) {
      startRepository(on)
      on.plain(["init", "-q", join(on.base, "library")])
      writeFileSync(join(on.base, "library/l.txt"), "l\n")
      on.plain(["add", "."], join(on.base, "library"))
      on.plain(["commit", "-qm", "l"], join(on.base, "library"))
      on.plain(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", join(on.base, "library"), "sub"])
      on.plain(["commit", "-qm", "with a submodule"])
      on.plain(["config", "core.fsmonitor", on.payload], join(on.project, "sub"))
      on.put("sub/l.txt", "changed\n")
      changeAgain(on)
    },
    spring: byStatus,
  },
  {
    name: "G8 a submodule with an ext:: address",
    build(on) {
      startRepository(on)
      const address = `ext::${on.hastyPayload} %S`
      on.put(".gitmodules", `[submodule "sub"]\n\tpath = sub\n\turl = "${address}"\n`)
      config(on, ["submodule.sub.url", address], ["submodule.recurse", "true"], ["protocol.ext.allow", "always"])
      on.plain(["update-index", "--add", "--cacheinfo", `160000,${on.plain(["rev-parse", "HEAD"]).trim()},sub`])
      mkdirSync(join(on.project, "sub"))
    },
    spring: (on) =>
      ignoringFailure(() =>
        on.plain(["clone", "-q", `ext::${on.hastyPayload} %S`, join(on.base, "c"), "-c", "protocol.ext.allow=always"]),
      ),
  },
  {
    name: "G8 missing objects that are fetched by a program",
    build(on) {
      startRepository(on)
      config(
        on,
        ["remote.origin.url", on.base],
        ["remote.origin.promisor", "true"],
        ["remote.origin.uploadpack", on.hastyPayload],
        ["extensions.partialClone", "origin"],
        ["core.repositoryFormatVersion", "1"],
      )
      const blob = on.plain(["rev-parse", "HEAD:a.txt"]).trim()
      rmSync(join(on.project, ".git/objects", blob.slice(0, 2), blob.slice(2)))
    },
    spring: (on) => ignoringFailure(() => on.plain(["--no-pager", "log", "-p"])),
  },
  {
    name: "G1 a signing program",
    build(on) {
      startRepository(on)
      config(on, ["commit.gpgSign", "true"], ["gpg.program", on.payload])
    },
    spring: byCommit,
  },
  {
    name: "G1 an editor, a pager, helpers and aliases",
    build(on) {
      startRepository(on)
      const keys = [
        "core.editor",
        "core.pager",
        "pager.diff",
        "core.sshCommand",
        "credential.helper",
        "core.askPass",
        "alias.x",
        "core.alternateRefsCommand",
      ]
      config(on, ...keys.map((key): [string, string] => [key, key === "alias.x" ? `!${on.payload}` : on.payload]))
    },
    spring(on) {
      changeAgain(on)
      ignoringFailure(() => on.plain(["commit", "-qa"]))
    },
  },
]
