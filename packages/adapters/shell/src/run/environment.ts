// Owns: the environment of a command. An allow-list: nothing of the app's own environment is in it, and so no key (T4, T17). Nothing in
// it may make a program wait for somebody: no pager, no editor, no prompt (F29).
const fixed = {
  LANG: "C.UTF-8",
  TERM: "dumb",
  NO_COLOR: "1",
  CI: "1",
  PAGER: "cat",
  MANPAGER: "cat",
  GIT_PAGER: "cat",
  EDITOR: "false",
  VISUAL: "false",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  GIT_TERMINAL_PROMPT: "0",
  // `git status` and `git diff` would otherwise rewrite the index by the way, and hold a lock that another agent's git trips over.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_ASKPASS: "false",
  SSH_ASKPASS: "false",
  SSH_ASKPASS_REQUIRE: "force",
  GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
  DEBIAN_FRONTEND: "noninteractive",
  // In the sandbox a project of another user looks as if it belonged to nobody, and git would refuse it.
  // A repository hidden in a subfolder, and a program named in a repository's own settings, would run with every look at it (G1, G2).
  GIT_CONFIG_COUNT: "3",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: "*",
  GIT_CONFIG_KEY_1: "safe.bareRepository",
  GIT_CONFIG_VALUE_1: "explicit",
  GIT_CONFIG_KEY_2: "core.fsmonitor",
  GIT_CONFIG_VALUE_2: "false",
} as const

/** The same everywhere, before a sandbox adds what it shows. */
const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/** `mark` is how what a run left behind is recognised where there is no sandbox to end it. */
export function commandEnvironment(home: string, mark: string): Record<string, string> {
  return { ...fixed, PATH: systemPath, HOME: home, TMPDIR: "/tmp", [runMark]: mark }
}

export const runMark = "KIBITZ_RUN"
