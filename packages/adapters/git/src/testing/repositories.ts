// Owns: the folders, payload and plain git that the tests of this adapter build their repositories with.
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

export type Bench = {
  readonly base: string
  /** The project folder. */
  readonly project: string
  /** A home whose git settings say who the user is. */
  readonly home: string
  /** A program that leaves a canary behind and hands its input on. */
  readonly payload: string
  /** The same, but it does not wait for input. */
  readonly hastyPayload: string
  /** git as anybody would call it. */
  plain(args: readonly string[], folder?: string): string
  put(path: string, content: string): void
  hasSung(): boolean
  silence(): void
  remove(): void
}

export function bench(): Bench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-git-")))
  const project = join(base, "project")
  const home = join(base, "home")
  const canary = join(base, "canary")
  const payload = join(base, "payload.sh")
  for (const folder of [project, home]) mkdirSync(folder)
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Ada Example\n\temail = ada@example.com\n")
  writeFileSync(payload, `#!/bin/sh\ntouch ${canary}\nexec cat\n`)
  const hastyPayload = join(base, "hasty.sh")
  writeFileSync(hastyPayload, `#!/bin/sh\ntouch ${canary}\nexit 1\n`)
  for (const program of [payload, hastyPayload]) chmodSync(program, 0o755)
  return {
    base,
    project,
    home,
    payload,
    hastyPayload,
    plain(args, folder = project) {
      const env = { PATH: process.env.PATH ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" }
      return execFileSync("git", [...args], { cwd: folder, env, encoding: "utf8", input: "", stdio: "pipe", timeout: 10_000 })
    },
    put(path, content) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), content)
    },
    hasSung: () => existsSync(canary),
    silence: () => rmSync(canary, { force: true }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** A repository with one commit, and one file changed since. */
export function startRepository(on: Bench): void {
  on.plain(["init", "-q", "-b", "main"])
  on.put("a.txt", "one\n")
  on.put("b.txt", "two\n")
  on.plain(["add", "."])
  on.plain(["commit", "-q", "-m", "first"])
  on.put("a.txt", "one changed\n")
}
