// `npm start` as a person has it: from the line that starts it to the window that is open, or without a screen to the page that answers.
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { worldShape } from "@kibitz/domain"
import { test } from "@playwright/test"
import { type Folder, program, temporaryFolder } from "./cli-driver.ts"
import { cleanEnvironment } from "./driver/electron.ts"
import { expect } from "./driver/expect.ts"
import { commandLine, processTree } from "./driver/processes.ts"

type Start = {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  said(): string
  readonly ended: Promise<number | null>
}

const script = join(import.meta.dirname, "..", "scripts", "start.mjs")
const starts: Start[] = []
let folder: Folder

test.beforeEach(() => {
  folder = temporaryFolder()
})
test.afterEach(async () => {
  for (const start of starts.splice(0)) await end(start)
  folder.remove()
})

function start(more: Record<string, string> = {}, args: readonly string[] = []): Start {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...rest } = cleanEnvironment()
  const env = { ...rest, KIBITZ_DATA_DIR: join(folder.path, "data"), INIT_CWD: folder.path, ...more }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text
  })
  const begun = { child, said: () => said, ended: once(child, "close").then(([code]) => code as number | null) }
  starts.push(begun)
  return begun
}

/** Hands the signal on to what it has started; a kill would leave that behind. */
async function end({ child, ended }: Start): Promise<number | null> {
  child.kill("SIGTERM")
  return ended
}

async function address({ child, said }: Start): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`no address was printed:\n${said()}`)
}

/** The display the tests have, which `start` keeps from a person without one. */
function ownDisplay(): Record<string, string> {
  const { DISPLAY, WAYLAND_DISPLAY } = cleanEnvironment()
  return { ...(DISPLAY ? { DISPLAY } : {}), ...(WAYLAND_DISPLAY ? { WAYLAND_DISPLAY } : {}) }
}

/** Another data folder than the environment names, and another project than the folder npm was called in; both from there. */
const elsewhere = ["--data-dir", "try", "--project", "shop"]

/** Which program says that it has this data folder open. */
function openIn(name: string): string | null {
  const note = join(folder.path, name, "open-in.json")
  return existsSync(note) ? JSON.parse(readFileSync(note, "utf8")).program : null
}

test("with a display the window opens, on the data and the project that were named, and a signal ends it in good order", async () => {
  test.slow()
  mkdirSync(join(folder.path, "shop"))
  const begun = start(ownDisplay(), elsewhere)
  await expect.poll(() => openIn("try"), { timeout: 90_000 }).toBe("desktop")
  const lines = () => processTree(begun.child.pid ?? 0).map(commandLine)
  await expect.poll(lines, { timeout: 30_000 }).toContainEqual(expect.stringContaining("--type=renderer"))
  expect(lines()).toContainEqual(expect.stringContaining(`--project=${join(folder.path, "shop")}`))
  expect(await end(begun)).toBe(0)
  expect(begun.said()).toContain("opening the window")
  expect(begun.said()).not.toContain("failed")
  expect(existsSync(join(folder.path, "try", "kibitz.db"))).toBe(true)
  expect([openIn("try"), existsSync(join(folder.path, "data"))]).toEqual([null, false])
})

test("without a display the same words name the same data and project", async () => {
  test.slow()
  mkdirSync(join(folder.path, "shop"))
  const begun = start({}, elsewhere)
  expect((await fetch(await address(begun), { redirect: "manual" })).status).toBe(303)
  expect(openIn("try")).toBe("web")
  const lines = processTree(begun.child.pid ?? 0).map(commandLine)
  expect(lines).toContainEqual(expect.stringContaining(`--project=${join(folder.path, "shop")}`))
  expect(await end(begun)).toBe(0)
  expect([openIn("try"), existsSync(join(folder.path, "data"))]).toEqual([null, false])
})

test("a misspelt option opens nothing, with a display as without", async () => {
  for (const display of [ownDisplay(), {}]) {
    const { ended, said } = start(display, ["--datadir=try"])
    expect(await ended).toBe(1)
    expect(said()).toMatch(/there is no option --datadir; nothing was opened[\s\S]*What to do:.*--help/)
  }
  expect([existsSync(join(folder.path, "try")), existsSync(join(folder.path, "data"))]).toEqual([false, false])
})

test("without a display the address is printed and answers; the second start builds nothing", async () => {
  // Whatever has to be built is built by the first.
  test.slow()
  const first = start()
  const printed = await address(first)
  expect(printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[A-Za-z0-9_-]{43}$/)
  expect((await fetch(printed, { redirect: "manual" })).status).toBe(303)
  expect(first.said()).toContain("there is no display here")
  expect(await end(first)).toBe(0)
  expect(first.said()).not.toContain("failed")

  const second = start()
  expect((await fetch(await address(second), { redirect: "manual" })).status).toBe(303)
  expect(second.said()).not.toMatch(/building|installing|downloading/)
  expect(await end(second)).toBe(0)
})

test("a display that is not there ends with what to do", async () => {
  test.slow()
  const { ended, said } = start({ DISPLAY: ":4095" })
  expect(await ended).toBe(1)
  expect(said()).toContain("there is none behind DISPLAY=:4095")
  expect(said()).toContain("env -u DISPLAY npm start")
})

test("a Kibitz that cannot start says why, and is told as a failure", async () => {
  test.slow()
  const { ended, said } = start({ KIBITZ_PROJECT: join(folder.path, "nowhere") })
  expect(await ended).toBe(1)
  expect(said()).toMatch(/There is no folder .*nowhere[\s\S]*kibitz: failed:[\s\S]*What to do:/)
})

test("the build brings the number of the world's shape, so that no start has to work it out", () => {
  expect(readFileSync(program, "utf8")).toContain(String(worldShape()))
})
