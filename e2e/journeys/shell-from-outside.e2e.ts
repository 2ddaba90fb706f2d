// What another program on the same computer sees of Kibitz: its processes, ports, files, and what a second start can do.
import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { holdJournal } from "../driver/journal-holder.ts"
import { startPlainly } from "../driver/plain-start.ts"
import { commandLine, listeningAddresses, processTree } from "../driver/processes.ts"
import { expect, test } from "../driver/test.ts"

const inUserNamespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] as const

test("1a-4: the page's process runs in Chromium's sandbox", async ({ folders }) => {
  const root = process.getuid?.() === 0
  // Root may not use the sandbox; a user namespace makes an ordinary user of it for the one test that needs it.
  const possible =
    process.platform === "linux" && (!root || spawnSync(inUserNamespace[0], [...inUserNamespace.slice(1), "true"]).status === 0)
  if (!possible) {
    test
      .info()
      .annotations.push({ type: "limited", description: "the sandbox can only be looked at on Linux, with user namespaces" })
    return
  }
  const run = startPlainly(folders, { sandboxed: true, wrapper: root ? inUserNamespace : [] })
  const page = () => processTree(run.pid).find((pid) => commandLine(pid).includes("--type=renderer"))
  await expect.poll(page, { timeout: 20_000 }).toBeDefined()
  const pid = page() ?? 0
  await expect.poll(() => statusField(pid, "Seccomp")).toBe("2")
  expect(statusField(pid, "NoNewPrivs")).toBe("1")
  expect(commandLine(pid)).not.toContain("--no-sandbox")
  run.process.kill("SIGTERM")
  expect(await run.ended).toEqual({ code: 0, signal: null })
})

test("K13, T19: nothing listens but the rehearsal, on this computer only", async ({ folders }) => {
  const run = startPlainly(folders)
  await expect.poll(() => listeningAddresses(processTree(run.pid)), { timeout: 20_000 }).toHaveLength(1)
  await expect.poll(() => existsSync(join(folders.dataDir, "kibitz.db"))).toBe(true)
  expect(listeningAddresses(processTree(run.pid))).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
  run.process.kill("SIGTERM")
  expect(await run.ended).toEqual({ code: 0, signal: null })
})

test("F18, T34: a second start brings the first forward, is not obeyed, and leaves", async ({ folders, start }) => {
  const first = await start()
  await expect(first.chat.composer).toBeVisible()
  await first.app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { focused: 0 })
    const window = BrowserWindow.getAllWindows()[0]
    if (window)
      window.focus = () => void Object.assign(globalThis, { focused: (globalThis as unknown as { focused: number }).focused + 1 })
  })
  const second = startPlainly({ dataDir: folders.dataDir, project: "/" }, { args: ["--settings={}", "https://example.invalid/"] })
  expect(await second.ended).toEqual({ code: 0, signal: null })
  expect(second.errors()).toContain("Kibitz is already running")
  await expect.poll(() => first.app.evaluate(() => (globalThis as unknown as { focused: number }).focused)).toBe(1)
  expect(
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.webContents.getURL())),
  ).toEqual(["app://kibitz/"])
  await first.chat.send("hello")
  await first.chat.finished()
})

test("F18: a journal that another program holds is said in plain words, and nothing is changed", async ({ folders }) => {
  const holder = await holdJournal(folders)
  const second = startPlainly(folders)
  expect((await second.ended).code).toBe(1)
  expect(second.errors()).toContain("Another Kibitz window has this project open.")
  await holder.release()
})

test("T20: everything Kibitz keeps is for this user alone", async ({ folders, start }) => {
  const kibitz = await start()
  await kibitz.chat.send("hello")
  await kibitz.chat.finished()
  const wide = everything(folders.dataDir).filter((path) => {
    const found = lstatSync(path)
    return !found.isSymbolicLink() && !found.isSocket() && (found.mode & 0o077) !== 0
  })
  expect(wide).toEqual([])
  expect(lstatSync(folders.dataDir).mode & 0o777).toBe(0o700)
  expect(lstatSync(join(folders.dataDir, "kibitz.db")).mode & 0o777).toBe(0o600)
})

test("T20: a data folder that is a link is refused before anything is put there", async ({ folders }) => {
  const target = `${folders.dataDir}-elsewhere`
  mkdirSync(target)
  symlinkSync(target, folders.dataDir)
  const run = startPlainly(folders)
  expect((await run.ended).code).toBe(1)
  expect(run.errors()).toContain("is a link to somewhere else")
  expect(readdirSync(target)).toEqual([])
})

test("F17: a data folder on a read-only disk is told in words: what, why, what to do", async ({ folders }) => {
  const disk = `${folders.dataDir}-disk`
  mkdirSync(disk)
  const readOnly =
    'mount -t tmpfs -o mode=700 tmpfs "$1" && mkdir -m 700 "$1/there" && mount -o remount,ro "$1" && shift && exec "$@"'
  const wrapper = ["unshare", ...(process.getuid?.() === 0 ? ["-m"] : ["-Urm"]), "sh", "-c", readOnly, "sh", disk]
  if (spawnSync(wrapper[0] ?? "", [...wrapper.slice(1), "true"]).status !== 0) {
    test.info().annotations.push({ type: "limited", description: "no disk can be mounted here" })
    return
  }
  for (const name of ["there", "new"]) {
    const dataDir = join(disk, name)
    const run = startPlainly({ dataDir, project: folders.project }, { wrapper })
    expect((await run.ended).code).toBe(1)
    expect(run.errors()).toContain(`Kibitz cannot write to ${dataDir}: the disk it is on is read-only.`)
    expect(run.errors()).not.toContain("EROFS")
  }
})

test("a project folder that is not there is said, not made", async ({ folders }) => {
  const run = startPlainly({ dataDir: folders.dataDir, project: `${folders.project}-gone` })
  expect((await run.ended).code).toBe(1)
  expect(run.errors()).toContain("There is no folder at")
  expect(existsSync(`${folders.project}-gone`)).toBe(false)
})

function everything(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...everything(path)] : [path]
  })
}

function statusField(pid: number, field: string): string | undefined {
  try {
    return new RegExp(`^${field}:\\s*(\\S+)$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  } catch {
    return undefined
  }
}
