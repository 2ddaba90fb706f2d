import { once } from "node:events"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { _electron, type ElectronApplication, type Page, test } from "@playwright/test"
import { end, type Folder, type Kibitz, listeners, quickly, runKibitz, startKibitz, temporaryFolder } from "./cli-driver.ts"
import { expect } from "./driver/expect.ts"
import { overviewOn } from "./driver/overview.ts"

type Web = Kibitz & { readonly address: string; readonly origin: string }

let folder: Folder
const kibitzes: Kibitz[] = []
let browser: ElectronApplication | null = null

test.beforeEach(() => {
  folder = temporaryFolder()
})
test.afterEach(async () => {
  await browser?.close()
  browser = null
  for (const kibitz of kibitzes.splice(0)) await end(kibitz)
  folder.remove()
})

async function startWeb(environment: Record<string, string> = {}, ...more: readonly string[]): Promise<Web> {
  const kibitz = startKibitz(["web", "--data-dir", join(folder.path, "data"), "--project", folder.path, ...more], {
    ...quickly,
    ...environment,
  })
  kibitzes.push(kibitz)
  const address = await kibitz.nextLine()
  return { ...kibitz, address, origin: new URL(address).origin }
}

async function openBrowser(): Promise<Page> {
  browser = await _electron.launch({
    executablePath: process.env.KIBITZ_ELECTRON,
    args: [
      join(import.meta.dirname, "cli-browser.mjs"),
      `--user-data-dir=${join(folder.path, "browser")}`,
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  })
  return browser.firstWindow()
}

test("the address is printed once, works once, and is gone from the address bar", async () => {
  const web = await startWeb()
  expect(web.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[A-Za-z0-9_-]{43}$/)
  const page = await openBrowser()
  await page.goto(web.address)
  expect(page.url()).toBe(`${web.origin}/`)
  expect(await page.evaluate(() => document.cookie)).toBe("")
  expect((await fetch(web.address, { redirect: "manual" })).status).toBe(403)
  expect((await fetch(web.origin)).status).toBe(403)
})

test("the screen works in a browser: a message is answered, and is still there after a reload", async () => {
  const web = await startWeb()
  const page = await openBrowser()
  const complaints: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  await page.goto(web.address)
  const overview = overviewOn(page)
  await overview.join("Jake")
  const composer = page.getByRole("textbox", { name: /message/i })
  await composer.fill("hello")
  await composer.press("Enter")
  await expect(page.getByRole("article").getByText("I am reading from a script")).toBeVisible()
  await page.reload()
  await overview.join("Jake")
  await expect(page.getByRole("article").getByText("I am reading from a script")).toBeVisible()
  expect(complaints).toEqual([])
})

test("T19: a page from another port of this computer, in the browser that is signed in, gets nowhere", async () => {
  const web = await startWeb()
  const attacker = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html")
    response.end("<!doctype html><title>attacker</title>")
  })
  attacker.listen(0, "127.0.0.1")
  await once(attacker, "listening")
  const page = await openBrowser()
  await page.goto(web.address)
  await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`)
  const gained = await page.evaluate(async (origin) => {
    const attempts: Record<string, unknown> = {}
    const read = (options: RequestInit) =>
      fetch(origin, options).then(
        (answer) => `${answer.type} ${answer.status}`,
        () => "failed",
      )
    attempts.read = await read({ credentials: "include" })
    attempts.post = await read({ method: "POST", body: "{}", credentials: "include" })
    attempts.blindRead = await read({ mode: "no-cors", credentials: "include" })
    attempts.socket = await new Promise((resolve) => {
      const socket = new WebSocket(`${origin.replace("http", "ws")}/wire`)
      socket.onopen = () => resolve("open")
      socket.onerror = () => resolve("failed")
    })
    attempts.frame = await new Promise((resolve) => {
      const frame = document.createElement("iframe")
      frame.onload = () => resolve(frame.contentDocument === null ? "out of reach" : "within reach")
      frame.src = origin
      document.body.append(frame)
    })
    return attempts
  }, web.origin)
  attacker.close()
  expect(gained).toEqual({ read: "failed", post: "failed", blindRead: "failed", socket: "failed", frame: "out of reach" })
})

test("T19: on our own page nothing from elsewhere runs or is told", async () => {
  const web = await startWeb()
  const page = await openBrowser()
  await page.goto(web.address)
  const outcome = await page.evaluate(async (origin) => {
    const violated = new Set<string>()
    const both = new Promise<void>((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        violated.add(effectiveDirective)
        if (violated.has("script-src-elem") && violated.has("connect-src")) resolve()
      })
    })
    const script = document.createElement("script")
    script.textContent = "window.pwned = true"
    document.body.append(script)
    const elsewhere = await fetch(origin.replace(/\d+$/, "1")).then(
      () => "sent",
      () => "blocked",
    )
    await both
    return { inline: "pwned" in window, elsewhere }
  }, web.origin)
  expect(outcome).toEqual({ inline: false, elsewhere: "blocked" })
})

test("K13: exactly one listener, on loopback, also after SIGUSR1, which makes a fresh address and ends the old one", async () => {
  const web = await startWeb({ ANTHROPIC_API_KEY: "sk-ant-not-a-real-key" })
  const ours = [new URL(web.origin).host]
  expect(listeners(web.pid)).toEqual(ours)
  web.child.kill("SIGUSR1")
  const fresh = await web.nextLine()
  expect(new URL(fresh).origin).toBe(web.origin)
  expect(fresh).not.toBe(web.address)
  expect((await fetch(web.address, { redirect: "manual" })).status).toBe(403)
  expect((await fetch(fresh, { redirect: "manual" })).status).toBe(303)
  expect(listeners(web.pid)).toEqual(ours)
  expect(web.stderr()).not.toContain("Debugger")
})

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} closes in order while a page is open`, async () => {
    const web = await startWeb()
    const page = await openBrowser()
    await page.goto(web.address)
    await expect(page.getByTestId("welcome")).toBeVisible()
    web.child.kill(signal)
    expect(await web.exit).toEqual({ code: 0, signal: null })
    await expect(fetch(web.origin)).rejects.toThrow()
  })
}

test("a port that is taken and data that is in use are told", async () => {
  const web = await startWeb()
  const busy = await runKibitz(["web", "--data-dir", join(folder.path, "data")])
  expect([busy.code, busy.stdout, busy.stderr]).toEqual([
    1,
    "",
    expect.stringMatching(/^Another Kibitz window has this project open\. It is open in a browser at .*\nGo there or end it/),
  ])
  const taken = await runKibitz(["web", "--port", new URL(web.origin).port, "--data-dir", join(folder.path, "other")])
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([
    1,
    "",
    "That port is taken. Choose another one with --port, or leave it out to get a free one.\n",
  ])
})

test("F18, T19: while it runs, others are told where it is but not the token, and --read-only shows the project without touching it", async () => {
  const web = await startWeb()
  const folders = ["--data-dir", join(folder.path, "data"), "--project", folder.path]
  const second = await runKibitz(["web", ...folders])
  expect([second.code, second.stdout]).toEqual([1, ""])
  expect(second.stderr).toContain(`It is open in a browser at ${web.origin}/ (kibitz web, process ${web.pid}, since `)
  expect(second.stderr).toContain("--read-only")
  const token = new URL(web.address).searchParams.get("token") ?? ""
  for (const name of readdirSync(join(folder.path, "data"))) {
    if (statSync(join(folder.path, "data", name)).isFile())
      expect(readFileSync(join(folder.path, "data", name)).includes(token)).toBe(false)
  }

  const looking = await startWeb({}, "--read-only")
  const page = await openBrowser()
  await page.goto(looking.address)
  await expect(page.getByTestId("ribbon")).toContainText("another Kibitz has this project open")
  await overviewOn(page).join("Jake")
  await expect(page.getByTestId("composer")).toHaveAttribute("readonly")
  await page.getByRole("button", { name: "Reload" }).click()
  await expect(page.getByText("The project was read anew.")).toBeVisible()
  looking.child.kill("SIGTERM")
  expect(await looking.exit).toEqual({ code: 0, signal: null })
  expect(readdirSync(join(folder.path, "data")).filter((name) => name.startsWith("read-only-"))).toEqual([])
  // The one that runs the project has noticed nothing.
  await page.goto(web.address)
  await overviewOn(page).join("Jake")
  await page.getByTestId("composer").fill("hello")
  await page.getByTestId("composer").press("Enter")
  await expect(page.getByTestId("chat-jake")).toContainText("Hello, I am Jake")
})
