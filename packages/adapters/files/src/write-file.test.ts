import { execFileSync, spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Json } from "@kibitz/contract"
import { runTool } from "@kibitz/testkit/contracts"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { readBefore, replaceFile } from "./replace-file.ts"
import { fileTools } from "./tools.ts"
import { locateTarget } from "./write-target.ts"

let base: string
let workspace: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-files-")))
  workspace = join(base, "project")
  mkdirSync(join(workspace, "src"), { recursive: true })
  writeFileSync(join(base, "outside.txt"), "outside\n")
  writeFileSync(join(workspace, "src/a.txt"), "inside\n")
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex").slice(0, 16)
const at = (path: string) => join(workspace, path)
const content = (path: string) => readFileSync(at(path), "utf8")
async function ask(capability: string, input: Json, tools = fileTools(), signal = new AbortController().signal) {
  const [end] = await runTool(tools, workspace, capability, input, signal)
  if (end?.type !== "end") throw new Error("no end")
  return end
}
const write = (path: string, text: string, hash?: string) =>
  ask("write_file", { path, content: text, ...(hash === undefined ? {} : { hash }) })
/** Every name and content below a folder, links as links: what must not have changed. */
function everything(folder: string): unknown[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return [path, ...everything(path)]
    return [[path, entry.isFile() ? readFileSync(path, "latin1") : "other"]]
  })
}
const signal = new AbortController().signal

describe("writing a file", () => {
  test("makes it with the folders it needs, says its hash, and leaves nothing else behind", async () => {
    expect(await write("new/deep/file.txt", "one\ntwo")).toMatchObject({
      type: "end",
      ok: true,
      output: `Made new/deep/file.txt, 7 bytes.\n[content hash ${hashOf("one\ntwo")}; 2 lines]`,
      bytes: 73,
    })
    expect(content("new/deep/file.txt")).toBe("one\ntwo")
    expect(readdirSync(at("new/deep"))).toEqual(["file.txt"])
    expect(await write("empty.txt", "")).toMatchObject({ ok: true })
    expect(content("empty.txt")).toBe("")
  })

  test("replaces an existing one only for somebody who knows what is in it (F22)", async () => {
    const now = hashOf("inside\n")
    for (const hash of [undefined, "0000000000000000", "", now.slice(0, 8)]) {
      expect(await write("src/a.txt", "mine\n", hash)).toMatchObject({ ok: false, output: expect.stringContaining(now) })
    }
    expect(content("src/a.txt")).toBe("inside\n")
    expect(await write("src/a.txt", "mine\n", now)).toMatchObject({ ok: true, output: expect.stringContaining("Replaced") })
    expect(await write("src/a.txt", "again\n", createHash("sha256").update("mine\n").digest("hex").toUpperCase())).toMatchObject({
      ok: true,
    })
    expect(await write("src/gone.txt", "mine\n", now)).toMatchObject({
      ok: false,
      output: expect.stringContaining("does not exist"),
    })
    expect(readdirSync(at("src"))).toEqual(["a.txt"])
  })

  test("is done once: the same call again finds that it is already so, also after a crash that left half a file (F6)", async () => {
    const input = { path: "src/a.txt", content: "wanted\n", hash: hashOf("inside\n") }
    expect(await ask("write_file", input)).toMatchObject({ ok: true, output: expect.stringContaining("Replaced") })
    const { ino } = statSync(at("src/a.txt"))
    expect(await ask("write_file", input)).toMatchObject({ ok: true, output: expect.stringContaining("already so") })
    expect(statSync(at("src/a.txt")).ino).toBe(ino)

    const target = await locateTarget({ workspace, closed: [] }, "src/b.txt")
    if (!target.ok) throw new Error(target.because)
    writeFileSync(at("src/.kibitz-mark.tmp"), "half of it, from before the crash")
    const again = { target, asked: "src/b.txt", bytes: Buffer.from("whole\n"), before: null, mark: "mark" }
    expect(await replaceFile(again, signal)).toEqual({ ok: true })
    expect([readdirSync(at("src")), content("src/b.txt")]).toEqual([["a.txt", "b.txt"], "whole\n"])
  })

  test("keeps the rights of the file; a write-protected one is left alone", async () => {
    chmodSync(at("src/a.txt"), 0o751)
    expect(await write("src/a.txt", "new\n", hashOf("inside\n"))).toMatchObject({ ok: true })
    expect(statSync(at("src/a.txt")).mode & 0o7777).toBe(0o751)
    chmodSync(at("src/a.txt"), 0o444)
    expect(await write("src/a.txt", "newer\n", hashOf("new\n"))).toMatchObject({
      ok: false,
      output: expect.stringContaining("write-protected"),
    })
  })

  test("a change by somebody else between reading and replacing is not lost (F22)", async () => {
    const target = await locateTarget({ workspace, closed: [] }, "src/a.txt")
    if (!target.ok) throw new Error(target.because)
    const before = await readBefore(target, "src/a.txt", signal)
    if (before === null || !before.ok) throw new Error("not read")
    const ours = { target, asked: "src/a.txt", bytes: Buffer.from("ours\n"), before, mark: "mark" }
    writeFileSync(at("src/a.txt"), "theirs\n")
    expect(await replaceFile(ours, signal)).toMatchObject({ ok: false, because: expect.stringContaining("somebody else") })
    rmSync(at("src/a.txt"))
    expect(await replaceFile(ours, signal)).toMatchObject({ ok: false })
    writeFileSync(at("src/a.txt"), "theirs again\n")
    expect(await replaceFile({ ...ours, before: null }, signal)).toMatchObject({ ok: false })
    expect([content("src/a.txt"), readdirSync(at("src"))]).toEqual(["theirs again\n", ["a.txt"]])
  })

  test("text only: half a character, NUL and too much are refused", async () => {
    for (const text of ["\ud800", "a\0b"]) expect(await write("src/x.txt", text)).toMatchObject({ ok: false })
    expect(await write("src/x.txt", "x".repeat(2_000_001))).toMatchObject({ ok: false })
    truncateSync(at("src/a.txt"), 5 * 2 ** 20)
    expect(await write("src/a.txt", "x", "0000000000000000")).toMatchObject({
      ok: false,
      output: expect.stringContaining("too large"),
    })
    expect(readdirSync(at("src"))).toEqual(["a.txt"])
  })

  test("a stopped call has changed nothing, and says so", async () => {
    const stop = new AbortController()
    const ended = ask("write_file", { path: "made/x.txt", content: "x" }, fileTools(), stop.signal)
    stop.abort()
    expect(await ended).toMatchObject({ ok: false, output: expect.stringMatching(/stopped/) })
    expect(readdirSync(workspace)).toEqual(["src"])
  })

  test("a full disk leaves the old content and no half file, and is named (F13)", () => {
    const script = `
      import { runTool } from "@kibitz/testkit/contracts"
      import { fileTools } from ${JSON.stringify(join(import.meta.dirname, "tools.ts"))}
      const input = { path: "src/a.txt", content: "x".repeat(100000), hash: ${JSON.stringify(hashOf("inside\n"))} }
      const made = { path: "made/b.txt", content: "x".repeat(100000) }
      for (const each of [input, made]) console.log(JSON.stringify(await runTool(fileTools(), ${JSON.stringify(workspace)}, "write_file", each)))`
    // A limit on the size of files: the nearest to a full disk that can be had without being root.
    const limited = 'trap \'\' XFSZ; ulimit -f 8; exec "$0" --input-type=module-typescript -e "$1"'
    const ran = spawnSync("bash", ["-c", limited, process.execPath, withoutVitest(script)], {
      encoding: "utf8",
      cwd: import.meta.dirname,
    })
    expect([ran.stderr, ran.status]).toEqual(["", 0])
    for (const line of ran.stdout.trim().split("\n")) {
      expect(JSON.parse(line)).toMatchObject([{ ok: false, output: expect.stringContaining("What was there is as it was") }])
    }
    expect([readdirSync(workspace), readdirSync(at("src")), content("src/a.txt")]).toEqual([["src"], ["a.txt"], "inside\n"])
  })
})

/** The suite's own runner needs vitest; the limited process just runs the tool. */
function withoutVitest(script: string): string {
  return script.replace(
    'import { runTool } from "@kibitz/testkit/contracts"',
    `const runTool = async (tools, workspace, capability, input) => {
      const events = []
      for await (const event of tools.run({ callId: "call_1", agentId: "a", capability, input, workspace }, new AbortController().signal)) events.push(event)
      return events
    }`,
  )
}

describe("nothing outside the project folder is written", () => {
  test("by any spelling of a path outside (T8, T10)", async () => {
    const before = everything(base)
    const outside = [
      "../new.txt",
      "../outside.txt",
      "src/../../new.txt",
      "../project-other/new.txt",
      join(base, "outside.txt"),
      `${workspace}-other/x.txt`,
      "/etc/kibitz-canary",
      "//etc/kibitz-canary",
      "/proc/self/root/tmp/kibitz-canary",
      "/dev/full",
      "..",
      ".",
      "",
      "src",
      "src/",
      "src/.",
      "src/new/",
      "src/a.txt/b",
      "x\0y",
      "x".repeat(5000),
      `${"y".repeat(300)}.txt`,
      "~/../../x\0",
    ]
    for (const path of outside) expect([path, (await write(path, "canary")).ok]).toEqual([path, false])
    expect(everything(base)).toEqual(before)
  })

  test("by no path at all, in any combination of the pieces that such paths are made of (T8, T9)", async () => {
    symlinkSync(base, at("up"))
    symlinkSync("..", at("src/back"))
    symlinkSync("/", at("root"))
    symlinkSync(join(base, "dangling-target"), at("dangling"))
    symlinkSync(join(base, "outside.txt"), at("src/link.txt"))
    mkdirSync(join(base, "other"))
    const outsideBefore = () => [
      readdirSync(base),
      readdirSync(join(base, "other")),
      readFileSync(join(base, "outside.txt"), "utf8"),
    ]
    const before = outsideBefore()
    const pieces = [
      "..",
      ".",
      "",
      "src",
      "up",
      "back",
      "root",
      "dangling",
      "link.txt",
      "outside.txt",
      "other",
      "new",
      base.slice(1),
    ]
    const path = fc.tuple(
      fc.constantFrom("", "/", "./"),
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }),
      fc.constantFrom("/", "//", "/./"),
    )
    await fc.assert(
      fc.asyncProperty(path, async ([start, parts, separator]) => {
        await write(start + parts.join(separator), "canary", hashOf("outside\n"))
        expect(outsideBefore()).toEqual(before)
      }),
      { numRuns: 400 },
    )
  })

  test("not through a link: neither the file nor a folder above it nor one that leads nowhere (T9)", async () => {
    symlinkSync(join(base, "outside.txt"), at("link.txt"))
    symlinkSync("src/a.txt", at("inner.txt"))
    symlinkSync(join(base, "not-there"), at("dangling"))
    symlinkSync(base, at("up"))
    symlinkSync("src", at("alias"))
    const before = everything(base)
    for (const path of ["link.txt", "inner.txt", "dangling", "dangling/x.txt", "up/new.txt", "up/new/x.txt", "up/outside.txt"]) {
      for (const hash of [hashOf("outside\n"), hashOf("inside\n")])
        expect([path, (await write(path, "canary", hash)).ok]).toEqual([path, false])
      expect([path, (await write(path, "canary")).ok]).toEqual([path, false])
      expect((await ask("edit_file", { path, hash: hashOf("outside\n"), old: "outside", new: "canary" })).ok).toBe(false)
    }
    expect(everything(base)).toEqual(before)
    expect(lstatSync(at("link.txt")).isSymbolicLink()).toBe(true)
    expect(await write("alias/b.txt", "through a folder link inside\n")).toMatchObject({ ok: true })
    expect(content("src/b.txt")).toBe("through a folder link inside\n")
  })

  test("a second name of a file outside is replaced here and stays as it is there (T8)", async () => {
    linkSync(join(base, "outside.txt"), at("second.txt"))
    expect(await write("second.txt", "new\n", hashOf("outside\n"))).toMatchObject({ ok: true })
    expect([content("second.txt"), readFileSync(join(base, "outside.txt"), "utf8")]).toEqual(["new\n", "outside\n"])
  })

  test("not when a folder is exchanged for a link after the check (T9)", async () => {
    const target = await locateTarget({ workspace, closed: [] }, "src/new.txt")
    if (!target.ok) throw new Error(target.because)
    renameSync(at("src"), at("was-src"))
    symlinkSync(base, at("src"))
    const replaced = await replaceFile(
      { target, asked: "src/new.txt", bytes: Buffer.from("canary"), before: null, mark: "mark" },
      signal,
    )
    expect(replaced).toMatchObject({ ok: false })
    expect(readdirSync(base).sort()).toEqual(["outside.txt", "project"])
    expect(readdirSync(at("was-src"))).toEqual(["a.txt"])
  })

  test("not in a race of a swapping program against many writes (T9)", async () => {
    const swap = `
      const { symlinkSync, renameSync, rmSync } = require("node:fs")
      process.chdir(process.argv[1])
      console.log("swapping")
      for (;;) try {
        symlinkSync(process.argv[2], "swap-link"); renameSync("swap", "swap-real"); renameSync("swap-link", "swap")
        rmSync("swap"); renameSync("swap-real", "swap")
      } catch {
        // In the moment without it, the other side has made a new one.
        for (const name of ["swap-link", "swap-real"]) rmSync(name, { recursive: true, force: true })
      }`
    mkdirSync(at("swap"))
    mkdirSync(join(base, "target"))
    const swapper = spawn(process.execPath, ["-e", swap, workspace, join(base, "target")], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    await new Promise((resolve) => swapper.stdout.once("data", resolve))
    let written = 0
    try {
      for (let n = 0; n < 400; n++) if ((await write(`swap/sub-${n}/file.txt`, "canary")).ok) written++
    } finally {
      swapper.kill("SIGKILL")
    }
    expect(readdirSync(join(base, "target"))).toEqual([])
    expect(written).toBeGreaterThan(0)
  })

  test("what is no plain file ends in a sentence at once: pipe, socket, folder, device (T10)", async () => {
    execFileSync("mkfifo", [at("pipe")])
    const server = createServer().listen(at("socket"))
    await new Promise((resolve) => server.once("listening", resolve))
    try {
      for (const path of ["pipe", "socket", "src"]) {
        expect([path, (await write(path, "x", "0000000000000000")).ok]).toEqual([path, false])
        expect([path, (await ask("edit_file", { path, hash: "0", old: "a", new: "b" })).ok]).toEqual([path, false])
      }
    } finally {
      server.close()
    }
  })

  test("neither git's own files, hooks among them, nor files that hold secrets or that another tool runs by itself (T12)", async () => {
    mkdirSync(at(".git/hooks"), { recursive: true })
    writeFileSync(at(".env"), "KEY=1\n")
    const before = everything(base)
    const closed = [
      ".git/hooks/pre-commit",
      ".git/config",
      ".GIT/config",
      "sub/.git",
      ".git",
      ".env",
      ".envrc",
      ".npmrc",
      ".ssh/config",
      "id_rsa",
    ]
    for (const path of closed) {
      expect([path, await write(path, "canary", hashOf("KEY=1\n"))]).toEqual([
        path,
        expect.objectContaining({ ok: false, output: expect.stringContaining("is not written") }),
      ])
    }
    expect(everything(base)).toEqual(before)
  })

  test("nor the app's own data, even inside the project (T13)", async () => {
    mkdirSync(at("data"))
    symlinkSync("data", at("alias"))
    const tools = fileTools({ closed: [at("data"), at("later")] })
    for (const path of ["data/kibitz.db", "alias/kibitz.db", "data/new/x", "later/x", "later"]) {
      expect(await ask("write_file", { path, content: "canary" }, tools)).toMatchObject({
        ok: false,
        output: expect.stringContaining("belongs to Kibitz"),
      })
    }
    expect([readdirSync(at("data")), readdirSync(workspace)]).toEqual([[], ["alias", "data", "src"]])
  })

  test("a name is found under its other Unicode spelling, so that there are not two that look the same (T8)", async () => {
    writeFileSync(at("cafe\u0301.txt"), "decomposed\n")
    expect(await write("caf\u00e9.txt", "new\n", hashOf("decomposed\n"))).toMatchObject({ ok: true })
    expect(readdirSync(workspace)).toEqual(["cafe\u0301.txt", "src"])
  })
})
