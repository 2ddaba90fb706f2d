// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of a shell
// What a reviewer got past the gate once. Every row was run in bash and did what the class says it must not do unasked.
import type { Grant, GrantId } from "@kibitz/contract"
import { computingMs } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { judge } from "./judge.ts"
import { showPattern } from "./pattern-text.ts"
import { parsePattern, patternMatches, suggestPatterns } from "./patterns.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import { type LeafClass, strictness } from "./shell/types.ts"
import { access } from "./test-access.ts"

const atLeast = (least: LeafClass, commands: readonly string[]) =>
  it.each(commands)(`is at least ${least}: %j`, (command) => {
    expect(strictness(readCommand(command).class)).toBeGreaterThanOrEqual(strictness(least))
  })

describe("T3 T6 a wrapper's option that takes the next word", () => {
  atLeast("destructive", [
    "exec -la ls rm -rf x",
    "exec -ca ls rm -rf x",
    "env -iu ls rm -rf x",
    "env -a ls rm -rf x",
    "env --unse ls rm -rf x",
    "env --argv0 ls rm -rf x",
    "command time -qf ls rm -rf x",
    "command time -o ls rm -rf x",
    "command time --form ls rm -rf x",
    "flock -nE 1 ls rm -rf x",
    "flock --conflict 1 ls rm -rf x",
    "xargs -rI ls rm -rf x",
    "xargs -0I ls rm -rf ls",
    "xargs -rE ls rm -rf x",
    "xargs -i rm -rf x",
    "xargs --replace rm -rf x",
    "timeout -vs KILL 5 rm -rf x",
    "bash -Oc extglob 'rm -rf x'",
    "bash -oc posix 'rm -rf x'",
    "eval -- rm -rf x",
  ])
})

describe("T3 T6 an option behind two dashes, or taken back", () => {
  atLeast("destructive", [
    "find -- x -delete",
    "find -- . -name k -delete",
    "git clean -fdn --no-dry-run",
    "git clean -n --no-dry-run -fd",
  ])
  atLeast("destructive", ["git rm --cached --no-cached -rf x", "chmod u=rwx,o=rwx f", "chmod 00777 f"])
  atLeast("edit", [
    "find -- . -fprint x",
    "iconv -o x f",
    "iconv --output=x f",
    "shuf -eo x a",
    "ptx -G f x",
    "python3 -m json.tool a b",
  ])
})

describe("T5 the input by another name", () => {
  atLeast("unknown", [
    ". //dev/stdin",
    "source /dev/./stdin",
    "bash //dev/stdin",
    "sh /dev/./fd/0",
    "bash /proc/thread-self/fd/0",
  ])
  atLeast("unknown", ["make --file=-", "make --makefile=/dev/stdin", "make -f /dev/fd/0", "python3 /dev/./stdin"])
  atLeast("destructive", ["bash //dev/stdin <<< 'rm -rf x'"])
})

describe("T3 code that is run by what only reads", () => {
  atLeast("build", ["python3 evil.py -m json.tool", "python3 -E evil.py -m json.tool", "python3 -W x evil.py -m json.tool"])
  atLeast("any", [
    `awk '/"/ || 1{system("id")} /"/' f`,
    `awk '{ x=/"/ ; print > "out" ; y=/"/ }' f`,
    `awk '{ # "\nsystem("id") # "\n}' f`,
    "awk -v f=out 'BEGIN { print /}/ > f }'",
    `gawk -e 'BEGIN{system("id")}'`,
    `gawk --source 'BEGIN{system("id")}'`,
    "mawk -W exec x.awk",
    "awk -Wexec x.awk",
    "gawk -o.vimrc 'BEGIN{}'",
    "gawk --dump-variables=x 'BEGIN{}'",
  ])
  atLeast("unknown", [
    "read x <<< 'a[$(id)]'; echo $((x))",
    "for x in 'a[$(id)]'; do ((x)); done",
    "for x in 'a[$(id)]'; do test -v \"$x\"; done",
    "set -- 'a[$(id)]'; echo $(( $1 ))",
    "a[PATH=5]=1; ls",
  ])
  atLeast("any", [
    "((PATH=5)); ls",
    "echo $((PATH=5)); ls",
    "((PATH++)); ls",
    "for ((PATH=5;0;)); do :; done; ls",
    "getopts a PATH -a; ls",
  ])
  atLeast("forbidden", ["cd /etc && cat shadow", "cd /; cd etc; cat shadow"])

  it("leaves ordinary work alone", () => {
    for (const command of [
      "find . -name '*.ts' -newer a",
      "echo a | xargs -n 1 echo",
      `awk -F: '{ print $1 " | " $2 }' f`,
      "awk '/foo/ { print $1 }' f",
      "git clean -nd",
      "i=0; while ((i < 3)); do echo $((i++)); done",
      "for f in a b; do echo $f; done",
      "iconv -f latin1 -t utf8 f",
      "file src/a.ts",
    ]) {
      expect([command, strictness(readCommand(command).class)]).toEqual([command, expect.any(Number)])
      expect(strictness(readCommand(command).class)).toBeLessThanOrEqual(strictness("edit"))
    }
  })
})

describe("T2 what takes too long to read", () => {
  it.each([
    ["a here-document whose end is nearly there on one line", `cat <<A\n${"A ".repeat(99_990)}`],
    ["a here-document whose end is nearly there on every line", `cat <<A\n${"A \n".repeat(66_000)}`],
    ["runners of runners", "parallel ".repeat(200)],
    ["wrappers of what nobody knows", `${"xargs ".repeat(12)}zz zz zz`],
    ["a mode that is none", `chmod '${"ugo".repeat(60_000)}' f`],
  ])("%s", (_, command) => {
    expect(computingMs(() => readCommand(command))).toBeLessThan(2_000)
  })
})

describe("T16 an address that is dialled as another", () => {
  it.each([
    "https://%65vil.org/",
    "https://ex%61mple.org/",
    "https://ｅvil.org/",
    "https://evil。org/",
    "https://①②⑦.0.0.1/",
    "https://ev\u00adil.org/",
  ])("%s", (url) => {
    expect(judge({ capability: "web_fetch", input: { url }, access: access() })).toMatchObject({
      effect: "deny",
      rule: "address",
    })
  })
})

describe("GATE-1 a grant is never wider than what was said", () => {
  const grant = (words: string[], rest: boolean): Grant => ({
    id: "grant_1" as GrantId,
    scope: "session",
    agentId: "jake" as Grant["agentId"],
    pattern: { kind: "command", words, rest },
    remaining: null,
    expiresAt: null,
    givenAt: "2026-01-01T00:00:00.000Z" as Grant["givenAt"],
  })
  const effect = (command: string, given: Grant, runControl: "autonomous" | "manual" = "autonomous") =>
    judge({
      capability: "bash",
      input: { command },
      access: access({ phase: "execution", profile: "normal", runControl, grants: [given] }),
    }).effect

  it("holds in the project folder only, where the program that was granted is", () => {
    const run = grant(["./run.sh", "a"], false)
    expect(effect("./run.sh a", run)).toBe("allow")
    for (const command of ["cd other && ./run.sh a", "cd /tmp/x; ./run.sh a", "pushd other; ./run.sh a"])
      expect([command, effect(command, run)]).toEqual([command, "ask"])
  })

  it("T12 with <any> does not cover files that run or instruct", () => {
    expect(effect("touch a.txt", grant(["touch"], true), "manual")).toBe("allow")
    expect(effect("touch CLAUDE.md", grant(["touch"], true), "manual")).toBe("ask")
    expect(effect("cp a .github/workflows/x.yml", grant(["cp"], true))).toBe("ask")
    expect(effect("touch CLAUDE.md", grant(["touch", "CLAUDE.md"], false))).toBe("allow")
  })

  it("is no blank cheque behind a program that runs others, however it is named", () => {
    for (const text of ["/bin/sh <any>", "/usr/bin/env <any>", "env -i <any>", "python3.12 <any>", "nodejs <any>", "tsx <any>"])
      expect([text, parsePattern(text, "bash")]).toEqual([text, null])
    const suggested = (command: string) =>
      suggestPatterns({ capability: "bash", input: { command }, access: access({ phase: "execution" }) }).map(showPattern)
    for (const command of ["git -c core.pager=x log", "nodejs x.js y", "tsx a.ts", "script -c x", "/usr/bin/python3 a.py"])
      expect([command, suggested(command).length]).toEqual([command, 1])
  })

  it("of a folder sees through backslashes", () => {
    const folder = { kind: "path", capability: "write_file", path: "src/" } as const
    expect(patternMatches(folder, "write_file", { path: "src/a\\..\\..\\b", content: "" })).toBe(false)
    expect(patternMatches(folder, "write_file", { path: "src\\a", content: "" })).toBe(true)
  })
})
