// The packaged app as a person would get it: starts from its archive, lets one join Jake, and its fuses are blown.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses"
import { chromium, test } from "@playwright/test"
import { unpackedApp } from "../scripts/package/unpacked.ts"
import { chatOn } from "./driver/chat.ts"
import { cleanEnvironment, sandboxSwitches } from "./driver/electron.ts"
import { expect } from "./driver/expect.ts"
import { overviewOn } from "./driver/overview.ts"

const { executable, resources } = unpackedApp(join(import.meta.dirname, "..", "release"), process.platform, process.arch)

test("the packaged app exists and holds nothing but itself", () => {
  expect(existsSync(executable), "run `npm run package` first").toBe(true)
  expect(existsSync(join(resources, "app.asar"))).toBe(true)
  expect(existsSync(join(resources, "default_app.asar"))).toBe(false)
  expect(existsSync(join(resources, "app"))).toBe(false)
})

test("of the icons it holds the one the window wears on Linux, and no other", () => {
  expect(readdirSync(join(resources, "icons"))).toEqual(["icon.png"])
})

test("1a-19: the fuses", async () => {
  const wire = await getCurrentFuseWire(executable)
  const fuses = {
    runAsNode: wire[FuseV1Options.RunAsNode],
    nodeOptions: wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: wire[FuseV1Options.EnableNodeCliInspectArguments],
    fileProtocolPrivileges: wire[FuseV1Options.GrantFileProtocolExtraPrivileges],
    onlyFromAsar: wire[FuseV1Options.OnlyLoadAppFromAsar],
    asarIntegrity: wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    cookieEncryption: wire[FuseV1Options.EnableCookieEncryption],
  }
  expect(fuses).toEqual({
    runAsNode: FuseState.DISABLE,
    nodeOptions: FuseState.DISABLE,
    inspect: FuseState.DISABLE,
    fileProtocolPrivileges: FuseState.DISABLE,
    onlyFromAsar: FuseState.ENABLE,
    asarIntegrity: FuseState.ENABLE,
    cookieEncryption: FuseState.ENABLE,
  })
})

test("the packaged app opens on the team, and Jake answers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kibitz-packaged-"))
  const running = startPackaged(folder)
  try {
    const address = await debuggingAddress(running)
    // Chromium accepts a debugger before the app has its first page, and then leaves it waiting.
    await expect.poll(() => pagesAt(address)).toContainEqual(expect.stringMatching(/^app:\/\//))
    const browser = await chromium.connectOverCDP(address)
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error("the packaged app showed no page")
    await overviewOn(page).join("Jake")
    const chat = chatOn(page)
    await chat.send("Hello")
    expect(await chat.finished()).not.toBe("")
    await browser.close()
  } finally {
    await ended(running)
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The inspector of the main process is fused off, so Playwright cannot start the app itself; a page's own debugging port still works. */
function startPackaged(folder: string): ChildProcess {
  const args = [`--data-dir=${join(folder, "data")}`, `--project=${folder}`, "--remote-debugging-port=0", ...sandboxSwitches()]
  // A packaged Kibitz refuses to run without its sandbox; root, which cannot have one, must say that it knows.
  const env = cleanEnvironment({ KIBITZ_ALLOW_NO_SANDBOX: "1" })
  return spawn(executable, args, { env, stdio: ["ignore", "pipe", "pipe"] })
}

async function debuggingAddress(running: ChildProcess): Promise<string> {
  const seen: string[] = []
  if (running.stderr === null) throw new Error("the app was started without a stderr to read")
  for await (const line of createInterface({ input: running.stderr })) {
    seen.push(line)
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return `http://127.0.0.1:${port}`
  }
  throw new Error(`the packaged app ended before it could be looked at:\n${seen.join("\n")}`)
}

async function pagesAt(address: string): Promise<string[]> {
  const targets = (await (await fetch(`${address}/json/list`)).json()) as { type: string; url: string }[]
  return targets.filter(({ type }) => type === "page").map(({ url }) => url)
}

async function ended(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return
  const gone = new Promise<void>((resolve) => running.once("exit", () => resolve()))
  running.kill("SIGTERM")
  await gone
}
