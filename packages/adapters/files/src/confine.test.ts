import { execFileSync } from "node:child_process"
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runTool } from "@kibitz/testkit/contracts"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { locate, openConfined, segmentsInside } from "./confine.ts"
import { fileTools } from "./tools.ts"

const SECRET = "the secret that must never be shown"
let base: string
let workspace: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-files-")))
  workspace = join(base, "project")
  mkdirSync(join(workspace, "src"), { recursive: true })
  mkdirSync(join(base, "project-other"))
  writeFileSync(join(base, "outside.txt"), SECRET)
  writeFileSync(join(base, "project-other/file.txt"), SECRET)
  writeFileSync(join(workspace, "src/a.txt"), "inside\n")
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function ask(capability: string, path: string) {
  const [end] = await runTool(fileTools(), workspace, capability, { path })
  if (end?.type !== "end") throw new Error("no end")
  return end
}
const read = (path: string) => ask("read_file", path)
const shows = (line: string) => expect.stringMatching(new RegExp(`^     1\\t${line}\\n\\[content hash [0-9a-f]{16}; 1 line\\]$`))

describe("only what is inside the project folder can be reached", () => {
  test("also right after the same folder was read and has become a link that leads outside (T9)", async () => {
    expect(await read("src/a.txt")).toMatchObject({ ok: true, output: shows("inside") })
    renameSync(join(workspace, "src"), join(workspace, "src-before"))
    writeFileSync(join(base, "project-other/a.txt"), SECRET)
    symlinkSync(join(base, "project-other"), join(workspace, "src"))
    const end = await read("src/a.txt")
    expect(end).toMatchObject({ ok: false, output: expect.stringContaining("leads outside the project folder") })
    expect(end.output).not.toContain(SECRET)
  })

  test("a workspace inside a closed folder is open, what surrounds it is not, and neither is that folder itself (T13)", async () => {
    const closed = join(base, "data")
    const tree = join(closed, "worktrees", "one")
    mkdirSync(tree, { recursive: true })
    writeFileSync(join(tree, "a.txt"), "inside\n")
    writeFileSync(join(closed, "key"), SECRET)
    symlinkSync(join(closed, "key"), join(tree, "link"))
    const tools = fileTools({ closed: [closed] })
    const from = async (root: string, path: string) => (await runTool(tools, root, "read_file", { path })).at(-1)
    expect(await from(tree, "a.txt")).toMatchObject({ ok: true, output: shows("inside") })
    for (const [root, path] of [
      [tree, "../../key"],
      [tree, "link"],
      [closed, "key"],
      [base, "data/key"],
      [base, "data/worktrees/one/a.txt"],
    ] as const) {
      expect([root, path, await from(root, path)]).toEqual([root, path, expect.objectContaining({ ok: false })])
    }
  })

  test("by any spelling of a path outside: dots, absolute, proc, look-alike prefix (T8, T10)", async () => {
    const outside = [
      "../outside.txt",
      "src/../../outside.txt",
      "./src/.././../outside.txt",
      "..",
      "../project-other/file.txt",
      join(base, "outside.txt"),
      `${workspace}-other/file.txt`,
      "/etc/passwd",
      "/etc/./passwd",
      "//etc/passwd",
      "/proc/self/root/etc/passwd",
      "/proc/self/environ",
      "/proc/self/fd/0",
      "/dev/fd/0",
      "/dev/zero",
    ]
    for (const path of outside) {
      for (const capability of ["read_file", "list_directory"]) {
        const end = await ask(capability, path)
        expect([path, end.ok, end.output]).toEqual([path, false, expect.stringContaining("outside the project folder")])
      }
    }
    for (const path of [
      "~/x",
      "~root/.bashrc",
      "%2e%2e/outside.txt",
      "..\\outside.txt",
      "src/a.txt/../../../x\0",
      "x".repeat(4096),
    ]) {
      expect((await read(path)).ok).toBe(false)
    }
  })

  test("by no path at all, in any combination of the pieces that such paths are made of (T8)", async () => {
    symlinkSync(base, join(workspace, "up"))
    symlinkSync("..", join(workspace, "src/back"))
    symlinkSync("/", join(workspace, "root"))
    const piece = fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "up",
      "back",
      "root",
      "a.txt",
      "outside.txt",
      "project",
      "project-other",
      base.slice(1),
      "file.txt",
      "~",
      "SRC",
    )
    const path = fc.tuple(
      fc.constantFrom("", "/", "./"),
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("/", "//", "/./"),
    )
    await fc.assert(
      fc.asyncProperty(path, async ([start, pieces, separator]) => {
        const end = await read(start + pieces.join(separator))
        expect(end.output).not.toContain(SECRET)
        if (end.ok) expect(end.output).toEqual(shows("inside"))
      }),
      { numRuns: 400 },
    )
  })

  test("not through a link, neither as the file nor as a folder above it; links inside the project work (T9)", async () => {
    symlinkSync(join(base, "outside.txt"), join(workspace, "link.txt"))
    symlinkSync(base, join(workspace, "linked"))
    symlinkSync("link.txt", join(workspace, "twice.txt"))
    symlinkSync(join(base, "not-there"), join(workspace, "dangling"))
    symlinkSync("circle", join(workspace, "circle"))
    symlinkSync("src/a.txt", join(workspace, "fine.txt"))
    for (const path of ["link.txt", "linked/outside.txt", "twice.txt", "linked/missing.txt", "dangling", "dangling/x"]) {
      expect([path, await read(path)]).toEqual([
        path,
        expect.objectContaining({ ok: false, output: expect.stringContaining("outside") }),
      ])
    }
    expect(await read("circle")).toMatchObject({ ok: false, output: expect.stringContaining("circle") })
    expect(await read("fine.txt")).toMatchObject({ ok: true, output: shows("inside") })
    expect(await ask("list_directory", "linked")).toMatchObject({ ok: false })
    expect(await read(join(workspace, "src/a.txt"))).toMatchObject({ ok: true })
  })

  test("not when a link takes the place of the file, or of a folder above it, after the check (T9)", async () => {
    const fence = { workspace, closed: [] }
    const place = await locate(fence, "src/a.txt")
    if (!place.ok) throw new Error(place.because)
    unlinkSync(join(workspace, "src/a.txt"))
    symlinkSync(join(base, "outside.txt"), join(workspace, "src/a.txt"))
    expect(openConfined(place, "src/a.txt")).toMatchObject({ ok: false })
    renameSync(join(workspace, "src"), join(workspace, "was-src"))
    writeFileSync(join(base, "a.txt"), SECRET)
    symlinkSync(base, join(workspace, "src"))
    expect(openConfined(place, "src/a.txt")).toMatchObject({ ok: false, because: expect.stringContaining("exchanged") })
  })

  test("not in a race of a swapping program against many reads (T9)", async () => {
    const swap = `
      const { symlinkSync, renameSync, mkdirSync, writeFileSync, rmSync } = require("node:fs")
      process.chdir(process.argv[1])
      console.log("swapping")
      for (;;) {
        symlinkSync(process.argv[2], "swap-link"); renameSync("swap", "swap-real"); renameSync("swap-link", "swap")
        rmSync("swap"); renameSync("swap-real", "swap")
      }`
    mkdirSync(join(workspace, "swap"))
    writeFileSync(join(workspace, "swap/outside.txt"), "inside\n")
    const { spawn } = await import("node:child_process")
    const swapper = spawn(process.execPath, ["-e", swap, workspace, base], { stdio: ["ignore", "pipe", "inherit"] })
    await new Promise((resolve) => swapper.stdout.once("data", resolve))
    try {
      for (let n = 0; n < 400; n++) {
        const end = await read("swap/outside.txt")
        expect(end.output).not.toContain(SECRET)
      }
    } finally {
      swapper.kill("SIGKILL")
    }
  })

  test("a folder that belongs to the app stays closed although it is inside (T13)", async () => {
    mkdirSync(join(workspace, "data"))
    writeFileSync(join(workspace, "data/kibitz.db"), SECRET)
    symlinkSync("data", join(workspace, "alias"))
    for (const path of ["data/kibitz.db", "alias/kibitz.db", "data"]) {
      const [end] = await runTool(fileTools({ closed: [join(workspace, "data")] }), workspace, "read_file", { path })
      expect(end).toMatchObject({ ok: false, output: expect.stringContaining("belongs to Kibitz") })
    }
  })

  test("inside is decided by whole names", () => {
    expect(segmentsInside("/a/b", "/a/b/c/d")).toEqual(["c", "d"])
    expect(segmentsInside("/a/b", "/a/b")).toEqual([])
    expect(segmentsInside("/a/b", "/a/b/..c")).toEqual(["..c"])
    for (const path of ["/a/bc", "/a", "/", "/a/c/b"]) expect(segmentsInside("/a/b", path)).toBe(null)
  })
})

describe("what is not a plain file ends in a sentence at once", () => {
  test("pipe, socket, folder, missing, file as folder (T10)", async () => {
    execFileSync("mkfifo", [join(workspace, "pipe")])
    const server = createServer().listen(join(workspace, "socket"))
    await new Promise((resolve) => server.once("listening", resolve))
    try {
      expect((await read("pipe")).output).toContain("pipe, socket or device")
      expect((await read("socket")).output).toContain("socket")
      expect((await read("src")).output).toContain("is a folder")
      expect((await read(".")).output).toContain("is a folder")
      expect((await read("src/missing.txt")).output).toBe("src/missing.txt does not exist.")
      expect((await read("src/a.txt/b")).output).toContain("a part of the path is a file")
      expect((await ask("list_directory", "src/a.txt")).output).toContain("is not a folder")
      expect((await read("src/line\nbreak\u001b[31m")).output).toBe("src/line\\x0abreak\\x1b[31m does not exist.")
    } finally {
      server.close()
    }
  })

  test("a name found under its other Unicode spelling (T8)", async () => {
    writeFileSync(join(workspace, "cafe\u0301.txt"), "decomposed\n")
    writeFileSync(join(workspace, "na\u00efve.txt"), "composed\n")
    expect(await read("caf\u00e9.txt")).toMatchObject({ ok: true, output: shows("decomposed") })
    expect(await read("nai\u0308ve.txt")).toMatchObject({ ok: true, output: shows("composed") })
  })
})

describe("secrets stay closed", () => {
  test("by name, in every spelling that some disk takes for the same (T8)", async () => {
    const closed = [
      ".git/config",
      ".git",
      "sub/.git/HEAD",
      ".GIT/config",
      ".git./config",
      "GIT~1/config",
      ".git /config",
      ".g\u200cit/config",
      "\uff0egit/config",
      ".env",
      ".ENV",
      ".env.local",
      "src/.env.production",
      "server.pem",
      "tls/private.KEY",
      "id_rsa",
      "keys/id_ed25519",
      ".npmrc",
      ".ssh/config",
      ".aws/credentials",
      ".netrc",
      "store.p12",
      ".env:stream",
      "service-account-prod.json",
    ]
    for (const path of closed)
      expect([path, await read(path)]).toEqual([
        path,
        expect.objectContaining({ ok: false, output: expect.stringContaining("is not read") }),
      ])
    const open = [
      ".env.example",
      ".gitignore",
      ".github/workflows/ci.yml",
      "id_rsa.pub",
      "monkey.ts",
      "environment.ts",
      "keys/index.ts",
    ]
    for (const path of open) expect([path, (await read(path)).output]).toEqual([path, `${path} does not exist.`])
  })

  test("also behind a link with an innocent name", async () => {
    writeFileSync(join(workspace, ".env"), SECRET)
    symlinkSync(".env", join(workspace, "notes.txt"))
    expect(await read("notes.txt")).toMatchObject({ ok: false, output: expect.stringContaining("hold secrets") })
    linkSync(join(workspace, ".env"), join(workspace, ".envrc"))
    expect(await read(".envrc")).toMatchObject({ ok: false })
  })
})
