// Programs that want more than they were given: more time, more processes, more memory, more output, a life after their end.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import type { Sandbox, SandboxedCommand, WrappedCommand } from "@kibitz/ports"
import { manualClock, testPermit, untilFact } from "@kibitz/testkit"
import { runTool } from "@kibitz/testkit/contracts"
import { describe, expect, test } from "vitest"
import { fileTools } from "../../../files/src/index.ts"
import { noSandbox } from "../sandbox/no-sandbox.ts"
import {
  describeSandboxed,
  inside,
  newStage,
  open,
  type RunOptions,
  run,
  type Stage,
  survivors,
  toolsFor,
} from "../testing/stage.ts"

const nothingLeft = (stage: Stage) => untilFact("nothing of the run is left", () => survivors(stage).length === 0)

await describeSandboxed("in the sandbox", (sandbox) => {
  programs(sandbox, {}, 2_000_000_000)

  test("T30: a fork bomb is stopped, said to be one, and the app goes on meanwhile", async () => {
    const stage = newStage()
    let beats = 0
    const heart = setInterval(() => beats++, 1)
    const { ok, output, run: facts } = await run(stage, sandbox, ":(){ :|:& };:; sleep 600")
    clearInterval(heart)
    expect({ ok, exitCode: facts?.exitCode }).toEqual({ ok: false, exitCode: null })
    expect(output).toMatch(/^The command was stopped: it had too many processes \(more than \d+\)\.$/m)
    expect(beats).toBeGreaterThan(3)
    await nothingLeft(stage)
  }, 60_000)

  test("T30: a program that takes too much memory is stopped and said to be one", async () => {
    const stage = newStage()
    const bomb = `a=$(head -c 1000000 /dev/zero | tr '\\0' x); for ((;;)); do a="$a$a"; done`
    const { ok, output } = await run(stage, sandbox, bomb, { limits: { memoryBytes: 200 * 2 ** 20 } })
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringMatching(/^The command was stopped: it took too much memory/),
    })
    await nothingLeft(stage)
  }, 60_000)

  test("T30: while the sandbox is being built, nothing outside of it is counted or touched", async () => {
    const slowly = { ...sandbox, wrap: (command: SandboxedCommand) => delayed(sandbox.wrap(command)) }
    const limits = { memoryBytes: 30 * 2 ** 20, processes: 20 }
    const { ok, output } = await run(newStage(), slowly, "echo built", { limits })
    expect({ ok, output }).toEqual({ ok: true, output: "built\n" })
    const stop = new AbortController()
    const stage = newStage()
    const running = run(stage, slowly, "touch ran; sleep 600", { signal: stop.signal })
    await untilFact("it is being built", () => survivors(stage).length > 0)
    stop.abort()
    expect(await running).toMatchObject({ ok: false, output: expect.stringContaining("it was called off") })
    await nothingLeft(stage)
    expect(readdirSync(stage.workspace)).toEqual([])
  })

  test("T30: limits cannot be raised again", async () => {
    expect(await run(newStage(), sandbox, "ulimit -n 99999")).toMatchObject({ ok: false })
    expect(await run(newStage(), sandbox, "ulimit -c unlimited")).toMatchObject({ ok: false })
  })

  test("T30: the private folders have a size", async () => {
    const stage = newStage()
    const { output } = await run(stage, sandbox, "df -B1 --output=size /tmp /dev/shm | tail -2")
    for (const size of output.trim().split("\n")) expect(Number(size)).toBeLessThanOrEqual(2 * 2 ** 30)
  })
})

/** As on a machine that has much else to do. */
function delayed(command: WrappedCommand | null): WrappedCommand {
  if (command === null) throw new Error("there is no sandbox")
  return { file: "/bin/sh", args: ["-c", 'sleep 0.4; exec "$0" "$@"', command.file, ...command.args] }
}

describe("without a sandbox", () => {
  programs(noSandbox("a test", ""), { knownToBeOff: () => true, confinement: open }, 200_000_000)

  test("T36: it is said in the first line", async () => {
    const { output } = await run(newStage(), noSandbox("a test", ""), "echo hi", { knownToBeOff: () => true })
    expect(output).toBe("[This ran without a sandbox.]\nhi\n")
  })

  test("F25: nobody outlives a run, in whatever moment of becoming a daemon the run ends", async () => {
    const sandbox = noSandbox("a test", "")
    const options = { knownToBeOff: () => true, confinement: open }
    // Each setsid is somewhere between its start and its program when the shell ends: in one of these runs just in between.
    const daemons = "for i in 1 2 3 4; do (setsid nohup sleep 603 >/dev/null 2>&1 &); done; echo started"
    for (let round = 0; round < 60; round += 1) {
      const stage = newStage()
      expect(await run(stage, sandbox, daemons, options)).toMatchObject({ ok: true })
      expect(survivors(stage)).toEqual([])
    }
  }, 60_000)

  test("T36: a permit that was given in the belief that there is a sandbox is not honoured", async () => {
    const stage = newStage()
    for (const confinement of [inside, open]) {
      const { ok, output } = await run(stage, noSandbox("a test", ""), "touch ran", { confinement })
      expect({ ok, output }).toEqual({ ok: false, output: expect.stringMatching(/no sandbox/) })
    }
    expect(readdirSync(stage.workspace)).toEqual([])
  })
})

/** What holds with walls and without. */
function programs(sandbox: Sandbox, options: RunOptions, flood: number): void {
  const start = (stage: Stage, command: string, more: RunOptions = {}) => run(stage, sandbox, command, { ...options, ...more })

  test("F25: a daemon that keeps the output open does not keep the run from ending, and does not outlive it", async () => {
    const stage = newStage()
    const daemons = "sleep 600 & setsid sleep 601 & (setsid nohup sleep 602 >/dev/null 2>&1 &); disown -a; echo started"
    const { ok, output } = await start(stage, daemons)
    expect({ ok, last: output.trim().split("\n").at(-1) }).toEqual({ ok: true, last: "started" })
    await nothingLeft(stage)
  })

  test("F24: a program that ignores being asked to end is ended, five seconds later", async () => {
    const stage = newStage()
    const clock = manualClock()
    const command = `trap "echo not now" TERM; touch ready; while :; do sleep 0.05; done`
    const running = start(stage, command, { clock, timeoutSeconds: 30 })
    await untilFact("it runs", () => readdirSync(stage.workspace).includes("ready"))
    clock.advance(30_000)
    clock.advance(4_999)
    expect(survivors(stage)).not.toEqual([])
    clock.advance(1)
    const { ok, output, run: facts } = await running
    expect({ ok, exitCode: facts?.exitCode }).toEqual({ ok: false, exitCode: null })
    expect(output).toContain("The command was stopped: it took longer than 30 seconds.")
    await nothingLeft(stage)
  })

  test("F24: a program that tidies up when it is asked to end is given the time to", async () => {
    const stage = newStage()
    const stop = new AbortController()
    const command = `trap "touch tidy; exit 0" TERM; touch ready; while :; do sleep 0.05; done`
    const running = start(stage, command, { signal: stop.signal })
    await untilFact("it runs", () => readdirSync(stage.workspace).includes("ready"))
    stop.abort()
    expect(await running).toMatchObject({
      ok: false,
      output: expect.stringContaining("The command was stopped: it was called off."),
    })
    expect(readdirSync(stage.workspace)).toContain("tidy")
    await nothingLeft(stage)
  })

  test(`F27: one line of ${flood} bytes passes, and memory does not notice`, async () => {
    const stage = newStage()
    const before = process.memoryUsage().rss
    let highest = 0
    const sampler = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss)
    }, 5)
    const result = await start(stage, `head -c ${flood} /dev/zero | tr '\\0' a`, { timeoutSeconds: 600 })
    clearInterval(sampler)
    expect(result).toMatchObject({ ok: true, bytes: flood })
    expect(result.output.length).toBeLessThan(31_000)
    const kept = 'only the first 67,108,864 bytes are kept on disk; to page it: read_file with path "spool:call_0001"'
    expect(result.output).toContain(`bytes left out here; ${kept} …]\n${"a".repeat(1_000)}`)
    expect(statSync(result.run?.spool ?? "")).toMatchObject({ size: 64 * 2 ** 20 })
    expect(statSync(result.run?.spool ?? "").mode & 0o777).toBe(0o600)
    expect(highest - before).toBeLessThan(300 * 2 ** 20)
    expect(result.events.length).toBeLessThan(flood / 1_000_000)
  }, 120_000)

  test("F27: what is kept on disk is all of it, byte for byte, and the hash is of all of it", async () => {
    const stage = newStage()
    const { run: facts, bytes, output } = await start(stage, "for i in $(seq 60000); do echo line $i; done")
    const kept = readFileSync(facts?.spool ?? "")
    expect(kept.toString()).toBe(Array.from({ length: 60_000 }, (_, index) => `line ${index + 1}\n`).join(""))
    expect({ bytes, sha256: facts?.sha256 }).toEqual({
      bytes: kept.length,
      sha256: createHash("sha256").update(kept).digest("hex"),
    })
    const path = /read_file with path "([^"]+)"/.exec(output)?.[1] ?? ""
    const files = fileTools({ closed: [stage.hidden], spoolDir: stage.spoolDir })
    expect(await runTool(files, stage.workspace, "read_file", { path, from: 30_000, lines: 1 })).toMatchObject([
      { ok: true, output: " 30000\tline 30000\n[lines 30000 to 30000 of 60000; use from: 30001 to go on]" },
    ])
  })

  test("F28: whatever a program prints, it arrives as text that says what it was", async () => {
    const { output } = await start(
      newStage(),
      `printf 'a\\0b \\xff\\xfe \\e[31mred\\e[0m \\e]52;c;x\\a one\\rtwo\\r\\n\\u202e€😀'`,
    )
    expect(output.split("\n").slice(-3).join("\n")).toBe("a\\x00b \\xff\\xfe red \\x1b]52;c;x\\x07 one\ntwo\n\\u{202e}€😀")
  })

  test("F29: nothing waits for somebody: input is closed, pagers and editors do not open, nobody is asked for a password", async () => {
    const script = `cat; read -r x || echo no input; echo text | \${PAGER}; git -C / --version | $GIT_PAGER; $GIT_EDITOR x || echo no editor
      tty || true; [ -t 0 ] || echo no terminal; (exec </dev/tty) 2>/dev/null || echo no tty`
    const { lines } = await start(newStage(), script)
    expect(lines.slice(-7)).toEqual([
      "no input",
      "text",
      expect.stringMatching(/^git version/),
      "no editor",
      "not a tty",
      "no terminal",
      "no tty",
    ])
  })

  test("T4 T17: nothing of the app's environment reaches a command", async () => {
    process.env.ANTHROPIC_API_KEY = "sk-the-secret"
    process.env.NODE_OPTIONS_FOR_TEST = "x"
    try {
      const { output } = await start(newStage(), "env; cat /proc/self/environ; set")
      expect(output).not.toMatch(/ANTHROPIC|sk-the-secret|NODE_OPTIONS|LD_|npm_/)
      expect(output).toMatch(/^PATH=\//m)
      expect(output).toMatch(/^TERM=dumb$/m)
    } finally {
      delete process.env.ANTHROPIC_API_KEY
      delete process.env.NODE_OPTIONS_FOR_TEST
    }
  })

  test("T30: no core dumps, no endless files", async () => {
    const limits = { fileBytes: 1024 * 1024, openFiles: 500 }
    const script = "ulimit -c; ulimit -n; head -c 3000000 /dev/zero > big; stat -c %s big"
    const { lines } = await start(newStage(), script, { limits })
    expect(lines.filter((line) => /^\d+$/.test(line))).toEqual(["0", "500", "1048576"])
  })

  test("a command of 200,000 characters arrives whole, and NUL is refused", async () => {
    const long = `printf %s '${"ä€😀x".repeat(39_000)}' | sha256sum`
    const wanted = createHash("sha256").update("ä€😀x".repeat(39_000)).digest("hex")
    expect((await start(newStage(), long)).output).toContain(wanted)
    expect(await start(newStage(), "echo a\0b")).toMatchObject({ ok: false, output: expect.stringMatching(/NUL/) })
  })

  test("an exit code is said, with what was printed; one line per line of the command", async () => {
    const { ok, output, run: facts } = await start(newStage(), "echo out; echo err >&2; exit 7")
    expect({ ok, exitCode: facts?.exitCode }).toEqual({ ok: false, exitCode: 7 })
    expect(output).toContain("The command ended with exit code 7.\n\nout\nerr\n")
    expect((await start(newStage(), "true\nfi")).output).toMatch(/line 2: syntax error/)
    expect((await start(newStage(), "nonsuch-program")).output).toMatch(/line 1: nonsuch-program: command not found/)
  })

  test("whoever stops listening has stopped the command", async () => {
    const stage = newStage()
    const permit = { ...testPermit(stage.workspace, "bash", { command: "echo first; sleep 600" }), confinement: inside }
    for await (const event of toolsFor(stage, sandbox, options).run(permit, new AbortController().signal)) {
      expect(event).toEqual({ type: "output", text: "first\n" })
      break
    }
    await nothingLeft(stage)
  })

  test("a command that is called off before it began has not run", async () => {
    const stage = newStage()
    expect(await start(stage, "touch ran", { signal: AbortSignal.abort() })).toMatchObject({ ok: false })
    expect(readdirSync(stage.workspace)).toEqual([])
  })
}
