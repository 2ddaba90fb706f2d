// Owns: what each git subcommand does. Git is an interpreter: an option that sets configuration is one that runs programs.
import { has, type Raise, type Spec } from "../program.ts"
import {
  branchFinding,
  checkoutFinding,
  configFinding,
  destruction,
  helperAddress,
  pushFinding,
  tagFinding,
} from "./git-verbs.ts"

const reads = (because = "only shows"): Spec => ({ class: "read", because, options: readOptions, writesTo: "--output" })
const local = (because: string, more: Partial<Spec> = {}): Spec => ({ class: "build", because, ...more })
const remote = (because: string, more: Partial<Spec> = {}): Spec => ({
  class: "any",
  network: true,
  because,
  rule: "network",
  ...more,
})
const destroys = (because: string): Raise => ({ class: "destructive", rule: "destructive", because })
const runs = (because: string): Raise => ({ class: "any", rule: "runs-program", because })

const readOptions: Record<string, Raise> = {
  "--ext-diff": runs("runs a program to compare"),
  "--textconv": runs("runs a program to convert"),
  "--filters": runs("runs a program to convert"),
  "--output": { class: "edit", because: "writes a file" },
  "--open-files-in-pager": runs("opens a pager"),
}

const pushOptions: Record<string, Raise> = {}
for (const name of ["-f", "--force", "--force-with-lease", "--force-if-includes", "-d", "--delete", "--mirror", "--prune"]) {
  pushOptions[name] = destroys("overwrites or deletes what others may have on the remote")
}
pushOptions["--receive-pack"] = runs("runs a program on the remote")
pushOptions["--exec"] = runs("runs a program on the remote")

const stash: Spec = {
  ...local("puts changes aside"),
  subcommands: {
    list: reads(),
    show: reads(),
    push: local("puts changes aside"),
    save: local("puts changes aside"),
    pop: local("brings changes back"),
    apply: local("brings changes back"),
    branch: local("makes a branch"),
    create: local("records changes"),
    store: local("records changes"),
    drop: { ...destroys("throws away changes that were put aside") },
    clear: { ...destroys("throws away all changes that were put aside") },
  },
}

const subcommands: Record<string, Spec> = {
  status: reads("shows the state"),
  diff: reads("shows changes"),
  log: { ...reads("shows history"), texts: "-S -G --author --grep --format", takes: "-n -L --since --until" },
  show: reads(),
  blame: { ...reads(), takes: "-L" },
  annotate: reads(),
  shortlog: reads(),
  describe: reads(),
  "rev-parse": reads(),
  "rev-list": reads(),
  "ls-files": reads(),
  "ls-tree": reads(),
  "cat-file": reads(),
  "name-rev": reads(),
  "merge-base": reads(),
  "for-each-ref": reads(),
  "show-ref": reads(),
  "show-branch": reads(),
  "check-ignore": reads(),
  "check-attr": reads(),
  "check-ref-format": reads(),
  "diff-tree": reads(),
  "diff-index": reads(),
  "diff-files": reads(),
  "range-diff": reads(),
  whatchanged: reads(),
  "count-objects": reads(),
  cherry: reads(),
  version: reads(),
  help: runs("opens a manual page") as Spec,
  fsck: reads(),
  var: reads(),
  "verify-commit": reads(),
  grep: { ...reads("searches"), operands: "pattern", options: { ...readOptions, "-O": runs("opens a pager") } },
  branch: {
    ...local("changes branches"),
    takes: "-u --set-upstream-to --contains --merged --format --sort",
    look: branchFinding,
    class: "read",
    because: "lists branches",
  },
  tag: { class: "read", because: "lists tags", texts: "-m", takes: "-F -u --sort --format --contains", look: tagFinding },
  remote: {
    class: "read",
    because: "lists remotes",
    subcommands: {
      "-v": reads(),
      show: remote("asks the remote"),
      "get-url": reads(),
      add: runs("adds a remote") as Spec,
      remove: runs("removes a remote") as Spec,
      rm: runs("removes a remote") as Spec,
      rename: runs("renames a remote") as Spec,
      "set-url": runs("changes where a remote is") as Spec,
      "set-head": runs("changes a remote") as Spec,
      "set-branches": runs("changes a remote") as Spec,
      update: remote("fetches"),
      prune: remote("fetches"),
    },
    otherwise: runs("changes remotes"),
  },
  config: { class: "read", because: "shows the configuration", operands: "text", look: configFinding },
  reflog: {
    class: "read",
    because: "shows where branches were",
    subcommands: {
      show: reads(),
      exists: reads(),
      expire: { ...destroys("forgets where branches were") },
      delete: { ...destroys("forgets where branches were") },
    },
  },
  stash,
  add: local("stages files"),
  stage: local("stages files"),
  commit: local("commits", {
    operands: "read",
    texts: "-m --message --author",
    takes: "-F --file -C -c --date -t",
    options: { "--amend": { class: "build", because: "changes the last commit" } },
  }),
  merge: local("merges", { texts: "-m", takes: "-F -s -X", options: { "--exec": runs("runs a program") } }),
  rebase: local("moves commits", {
    options: { "-x": runs("runs a program for every commit"), "--exec": runs("runs a program for every commit") },
  }),
  "cherry-pick": local("copies commits"),
  revert: local("reverts commits"),
  mv: local("moves files", { operands: "write" }),
  rm: local("deletes files", {
    look: (call) =>
      has(call.words, "--cached") && !has(call.words, "--no-cached")
        ? null
        : has(call.words, "-r", "-f", "--force") || call.args.some((arg) => arg.glob || arg.dynamic)
          ? destruction("deletes files")
          : null,
  }),
  init: local("makes a repository", {
    writesTo: "--separate-git-dir",
    operands: "write",
    options: { "--template": runs("installs hooks from a template") },
  }),
  am: local("applies patches", { options: { "--exec": runs("runs a program") } }),
  apply: local("applies a patch", {
    options: { "--unsafe-paths": { class: "forbidden", rule: "workspace", because: "writes outside the project folder" } },
    takes: "-p --exclude --include",
    writesTo: "--directory",
  }),
  "format-patch": local("writes patches", { writesTo: "-o --output-directory" }),
  archive: {
    class: "edit",
    because: "writes an archive",
    writesTo: "-o --output",
    options: { "--remote": runs("asks a remote"), "--exec": runs("runs a program") },
  },
  bundle: { class: "any", because: "packs the repository", rule: "class-any" },
  checkout: local("switches to another commit", { takes: "-b -B --orphan", look: checkoutFinding }),
  switch: local("switches branches", {
    takes: "-c --orphan",
    options: {
      "-f": destroys("throws away changes"),
      "--force": destroys("throws away changes"),
      "--discard-changes": destroys("throws away changes"),
      "-C": destroys("moves a branch"),
      "--force-create": destroys("moves a branch"),
    },
  }),
  restore: local("restores files", {
    takes: "-s --source",
    look: (call) =>
      has(call.words, "--staged", "-S") && !has(call.words, "--worktree", "-W")
        ? null
        : destruction("throws away changes in files"),
  }),
  reset: local("moves the branch", {
    options: {
      "--hard": destroys("throws away commits and changes"),
      "--merge": destroys("throws away changes"),
      "--keep": destroys("throws away commits"),
    },
  }),
  clean: {
    class: "read",
    because: "shows what it would delete",
    look: (call) =>
      has(call.words, "-n", "--dry-run") && !has(call.words, "--no-dry-run")
        ? null
        : destruction("deletes files that git does not know"),
  },
  push: remote("sends commits to a remote", { options: pushOptions, look: pushFinding, takes: "-o --push-option --repo" }),
  fetch: remote("fetches from a remote", {
    options: { "--upload-pack": runs("runs a program on the remote") },
    look: helperAddress,
  }),
  pull: remote("fetches from a remote and merges", {
    look: helperAddress,
    options: { "--force": destroys("overwrites branches") },
  }),
  clone: remote("copies a repository", {
    look: helperAddress,
    options: { "-c": runs("sets configuration"), "--config": runs("sets configuration"), "--template": runs("installs hooks") },
  }),
  "ls-remote": remote("asks a remote", { look: helperAddress }),
  submodule: remote("works on submodules", {
    look: (call) =>
      call.args.some((arg) => arg.value === "foreach")
        ? [{ class: "any", rule: "runs-program", because: "runs a command in every submodule" }]
        : helperAddress(call),
  }),
  worktree: {
    ...local("works on worktrees"),
    subcommands: {
      list: reads(),
      add: local("makes a worktree", { operands: "write", takes: "-b -B" }),
      prune: local("forgets worktrees that are gone"),
      lock: local("locks a worktree"),
      unlock: local("unlocks a worktree"),
      remove: { ...destroys("deletes a worktree") },
      move: local("moves a worktree", { operands: "write" }),
      repair: local("repairs worktrees"),
    },
    otherwise: runs("works on worktrees"),
  },
  gc: local("tidies the repository", { options: { "--prune": destroys("deletes what nothing points at") } }),
  prune: { ...destroys("deletes what nothing points at") },
  "update-ref": { ...destroys("moves or deletes a branch") },
  "symbolic-ref": local("changes what HEAD is"),
  "filter-branch": { ...destroys("rewrites history") },
  "filter-repo": { ...destroys("rewrites history") },
  replace: { ...destroys("replaces objects of history") },
  notes: local("changes notes"),
  bisect: {
    ...local("searches history"),
    subcommands: { run: runs("runs a program for every commit") as Spec },
    otherwise: { class: "build", because: "searches history" },
  },
  credential: { class: "forbidden", rule: "secret", because: "asks for passwords" },
  "credential-store": { class: "forbidden", rule: "secret", because: "asks for passwords" },
  "credential-cache": { class: "forbidden", rule: "secret", because: "asks for passwords" },
}

const powers: Raise = {
  class: "any",
  rule: "git-config",
  because: "sets git's configuration for this command, which can run programs",
}

export const gitPrograms: Record<string, Spec> = {
  git: {
    class: "read",
    because: "shows what git can do",
    takes: "-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source",
    options: {
      "-c": powers,
      "--config-env": powers,
      "--exec-path": { ...powers, because: "takes git's programs from elsewhere" },
      "--git-dir": { ...powers, because: "takes another repository, whose configuration can run programs" },
      "--work-tree": { ...powers, because: "works on another folder" },
      "-p": { ...powers, because: "opens a pager" },
      "--paginate": { ...powers, because: "opens a pager" },
    },
    subcommands,
    otherwise: { class: "any", rule: "unlisted", because: "is a git command or alias that is not known here", network: true },
  },
}
