// `npm start` as a person without a screen has it: from the line that starts it to the page that answers.
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { expect, test } from "@playwright/test"
import { type Folder, temporaryFolder } from "./cli-driver.ts"
import { cleanEnvironment } from "./driver/electron.ts"

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

function start(more: Record<string, string> = {}): Start {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...rest } = cleanEnvironment()
  const env = { ...rest, KIBITZ_DATA_DIR: join(folder.path, "data"), INIT_CWD: folder.path, ...more }
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "pipe"] })
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
