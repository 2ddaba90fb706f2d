// Each line of the Electron checklist (threats-and-faults 1a) has its test here, by its number. 1a-15 and 1a-18 also have their
// corpora beside the source; 1a-19 (fuses) is checked on the packaged app.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { root } from "../driver/electron.ts"
import { makeFolders } from "../driver/folders.ts"
import { startKibitz } from "../driver/kibitz.ts"
import { oneApp } from "../driver/one-app.ts"
import { expect, test } from "../driver/test.ts"

// The tests provoke refusals; what must not happen is that nothing is refused.
const toleratedProblems = /Content Security Policy|Refused|Failed to load|ERR_|Not allowed|preventDefault/i
test.use({ toleratedProblems })

// The order matters: the first tests need a page that no other test has changed.
test.describe("what can be tried on one app, which stays as it is", () => {
  const kibitz = oneApp(async () => {
    const folders = makeFolders()
    const started = await startKibitz(folders)
    started.app.once("close", folders.remove)
    return started
  }, toleratedProblems)

  test("1a-1: every page comes from app:// and nowhere else", async () => {
    const { app, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    const urls = await app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()))
    expect(urls).toHaveLength(1)
    expect(urls.every((url) => url.startsWith("app://kibitz/"))).toBe(true)
  })

  test("1a-2, 1a-20: the page has no Node and nothing of Electron's", async () => {
    const { page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    const found = await page.evaluate(() => {
      const names = ["require", "process", "module", "exports", "global", "Buffer", "__dirname", "ipcRenderer", "electron", "api"]
      // A page without a preload has exactly the names of an empty frame, plus what its own scripts made.
      const frame = document.body.appendChild(document.createElement("iframe"))
      const plain = new Set(Object.getOwnPropertyNames(frame.contentWindow ?? {}))
      frame.remove()
      return {
        node: names.filter((name) => name in globalThis),
        added: Object.getOwnPropertyNames(globalThis).filter((name) => !plain.has(name)),
      }
    })
    expect(found.node).toEqual([])
    // Indexes of frames and names of elements with an id come and go; zod and Playwright keep theirs behind two underscores.
    expect(found.added.filter((name) => !/^(\d+|root|__(playwright|pw|zod).*)$/.test(name))).toEqual([])
  })

  test("1a-3, 1a-4, 1a-6, 1a-8 to 1a-12: every window has the safe preferences, as Electron sees them", async () => {
    const { app } = kibitz()
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) =>
        (window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences(),
      ),
    )
    expect(preferences).toHaveLength(1)
    expect(preferences[0]).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: "",
      webviewTag: false,
    })
  })

  test("1a-5: the page is refused every permission it did not get on purpose", async () => {
    const { page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    const answers = await page.evaluate(async () => {
      const outcome = (asked: Promise<unknown>) =>
        asked.then(
          (value) => `got ${JSON.stringify(value)}`,
          (error: Error) => error.name,
        )
      return {
        notifications: await Notification.requestPermission(),
        geolocation: await new Promise<string>((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => resolve("got it"),
            () => resolve("refused"),
          )
        }),
        clipboard: await outcome(navigator.clipboard.readText()),
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
        midi: await outcome(navigator.requestMIDIAccess()),
        states: await Promise.all(
          ["geolocation", "notifications", "camera", "microphone", "clipboard-read", "midi"].map(
            async (name) => `${name}: ${(await navigator.permissions.query({ name: name as PermissionName })).state}`,
          ),
        ),
      }
    })
    expect(answers.notifications).toBe("denied")
    expect(answers.geolocation).toBe("refused")
    for (const answer of [answers.clipboard, answers.camera, answers.screen, answers.midi]) expect(answer).toMatch(/Error$/)
    expect(answers.states.filter((state) => state.endsWith("granted"))).toEqual([])
  })

  test("1a-7: the policy comes as a header, with every file", async () => {
    const { app, page } = kibitz()
    const script = await page.evaluate(() => document.querySelector("script")?.src ?? "")
    for (const url of ["app://kibitz/", script]) {
      const headers = await app.evaluate(async ({ net }, address) => Object.fromEntries((await net.fetch(address)).headers), url)
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(headers["x-content-type-options"]).toBe("nosniff")
    }
  })

  test("1a-16: the Electron that is shipped is named exactly and is no older than the one tested", async () => {
    const { app } = kibitz()
    const named: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.electron
    expect(named).toMatch(/^\d+\.\d+\.\d+$/)
    const tested = await app.evaluate(() => process.versions.electron ?? "")
    expect(Number.parseInt(named, 10)).toBeGreaterThanOrEqual(Number.parseInt(tested, 10))
  })

  test("1a-18: app:// gives out the page's own files and no others", async () => {
    const { app } = kibitz()
    const answerTo = (url: string) =>
      app.evaluate(({ net }, address) => net.fetch(address).then(({ status }) => String(status), String), url)
    expect(await answerTo("app://kibitz/index.html")).toBe("200")
    for (const path of [
      "../package.json",
      "..%2f..%2fpackage.json",
      "%2e%2e/desktop/main.cjs",
      "../desktop/main.cjs",
      "..%5cdesktop%5cmain.cjs",
      "assets/nothing.js",
    ])
      expect(await answerTo(`app://kibitz/${path}`)).toContain("ERR_FILE_NOT_FOUND")
  })

  test("1a-1, T19: Chromium itself reaches nobody, not even on this computer, whatever the page's policy says", async () => {
    const { app } = kibitz()
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.end("here")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const answers = await app.evaluate(
      ({ net, session }, addresses) =>
        Promise.all(
          addresses.flatMap((address) =>
            [net.fetch(address), session.defaultSession.fetch(address)].map((fetched) => fetched.then(String, String)),
          ),
        ),
      [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`],
    )
    server.close()
    expect([asked, answers.filter((answer) => !answer.includes("ERR_NAME_NOT_RESOLVED"))]).toEqual([0, []])
  })

  test("U31: no key reloads the page or opens developer tools", async () => {
    const { app, page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    // What is typed is kept over a reload; this is not.
    await page.evaluate(() => Object.assign(globalThis, { sameLoad: true }))
    // Through Electron: the keys of the test's debugger pass the shell by.
    for (const [keyCode, ...modifiers] of [
      ["F5"],
      ["R", "control"],
      ["R", "control", "shift"],
      ["I", "control", "shift"],
      ["F12"],
      ["J", "control", "shift"],
    ] as const)
      await app.evaluate(
        ({ BrowserWindow }, key) => {
          for (const type of ["keyDown", "keyUp"] as const)
            BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type, ...key })
        },
        { keyCode, modifiers },
      )
    // A page that reloads has no composer to fill.
    await chat.composer.fill("still here")
    await chat.composer.fill("")
    expect(await page.evaluate(() => "sameLoad" in globalThis)).toBe(true)
    expect(
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.webContents.isDevToolsOpened()),
      ),
    ).toEqual([false])
  })

  test("1a-11, 1a-12: a webview in the page never becomes one", async () => {
    const { app, page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    const kind = await page.evaluate(() => {
      const view = document.body.appendChild(document.createElement("webview"))
      view.setAttribute("src", "https://example.invalid/")
      return [Object.prototype.toString.call(view), "loadURL" in view]
    })
    expect(kind).toEqual(["[object HTMLElement]", false])
    expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
  })

  test("1a-17: a page that is not ours gets no line to the host, even with a preload that asks for one", async () => {
    const { app, page } = kibitz()
    // Shown when our own page has got its line; before that, its line would be taken for the stranger's.
    await expect(page.getByText("Only Jake is here.")).toBeVisible()
    const handed = await app.evaluate(
      async ({ BrowserWindow, ipcMain }, preload) => {
        const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
        const posted: string[] = []
        const frames = Object.getPrototypeOf(stranger.webContents.mainFrame)
        const original = frames.postMessage
        frames.postMessage = function (this: unknown, channel: string, ...rest: unknown[]) {
          posted.push(channel)
          return original.call(this, channel, ...rest)
        }
        const asked = new Promise((resolve) => ipcMain.once("kibitz:hello", resolve))
        await stranger.loadURL("data:text/html,<p>not ours</p>")
        await asked
        frames.postMessage = original
        stranger.destroy()
        return posted
      },
      join(import.meta.dirname, "..", "driver", "asking-preload.cjs"),
    )
    expect(handed).toEqual([])
  })

  test("1a-15, T24: a link leaves the app only after a question that names its host, and no is the default", async () => {
    const { app, page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    await app.evaluate(({ dialog, shell }) => {
      const seen = { asked: [] as object[], opened: [] as string[], answer: 0 }
      Object.assign(globalThis, { seen })
      dialog.showMessageBox = async (...given: unknown[]) => {
        seen.asked.push(given.at(-1) as object)
        return { response: seen.answer, checkboxChecked: false }
      }
      shell.openExternal = async (url: string) => void seen.opened.push(url)
    })
    const seen = () =>
      app.evaluate(
        () => (globalThis as unknown as { seen: { asked: Record<string, unknown>[]; opened: string[]; answer: number } }).seen,
      )
    const open = (url: string) => page.evaluate((address) => void window.open(address), url)

    for (const url of ["file:///etc/passwd", "javascript:alert(1)", "smb://x/y", "http://example.org/", "https://a@example.org/"])
      await open(url)
    await open("https://example.org/docs")
    await expect.poll(async () => (await seen()).asked.length).toBe(1)
    const first = (await seen()).asked[0]
    expect(first).toMatchObject({
      message: "Open example.org in your browser?",
      buttons: ["Cancel", "Open"],
      defaultId: 0,
      cancelId: 0,
    })
    expect((await seen()).opened).toEqual([])

    await app.evaluate(() => Object.assign((globalThis as unknown as { seen: object }).seen, { answer: 1 }))
    await open("https://example.org/docs")
    await expect.poll(async () => (await seen()).opened).toEqual(["https://example.org/docs"])
  })

  test("1a-14: no window opens, however it is asked for", async () => {
    const { app, page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    const opened = await page.evaluate(() => {
      const blank = document.body.appendChild(
        Object.assign(document.createElement("a"), { href: "https://example.invalid/", target: "_blank" }),
      )
      blank.click()
      blank.dispatchEvent(new MouseEvent("click", { button: 1, bubbles: true, cancelable: true }))
      blank.dispatchEvent(new MouseEvent("auxclick", { button: 1, bubbles: true, cancelable: true }))
      return [window.open("https://example.invalid/"), window.open("about:blank"), window.open("app://kibitz/")].map(String)
    })
    expect(opened).toEqual(["null", "null", "null"])
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test("1a-7: inline scripts, evaluated text, remote pictures and requests are all stopped by the policy", async () => {
    const { page, chat } = kibitz()
    await expect(chat.composer).toBeVisible()
    const ran = await page.evaluate(async () => {
      const violated: string[] = []
      Object.assign(globalThis, { violated })
      document.addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective))
      const script = document.createElement("script")
      script.textContent = "globalThis.owned = true"
      const style = document.createElement("style")
      style.textContent = "body { background: red }"
      const image = document.createElement("img")
      image.src = "https://example.invalid/pixel.png"
      document.body.append(script, style, image)
      const refusals = ["https://example.invalid/", "app://kibitz/index.html"].map((url) =>
        fetch(url).then(String, (error: Error) => error.name),
      )
      // In a turn of its own: code that a debugger evaluates is allowed to evaluate more.
      const evaluated = await new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(new Function("return 1")()))
          } catch (error) {
            resolve((error as Error).name)
          }
        })
      })
      return { owned: "owned" in globalThis, answers: await Promise.all(refusals), evaluated }
    })
    expect(ran).toEqual({ owned: false, answers: ["TypeError", "TypeError"], evaluated: "EvalError" })
    await expect
      .poll(async () =>
        [...new Set(await page.evaluate(() => (globalThis as unknown as { violated: string[] }).violated))].sort(),
      )
      .toEqual(["connect-src", "img-src", "script-src", "script-src-elem", "style-src-elem"])
  })
})

test("1a-13: the page cannot be led elsewhere, by script, link, form, frame or dropped file", async ({ start }) => {
  const { page, chat, inPage } = await start()
  await expect(chat.composer).toBeVisible()
  await chat.composer.fill("still here")
  const tries = [
    "location.href = 'https://example.invalid/'",
    "location.assign('file:///etc/passwd')",
    "location.replace('data:text/html,owned')",
    "location.href = 'app://other/'",
    "document.body.appendChild(Object.assign(document.createElement('a'), { href: 'https://example.invalid/' })).click()",
    "document.body.appendChild(Object.assign(document.createElement('form'), { action: 'https://example.invalid/', method: 'post' })).submit()",
    "void document.body.appendChild(Object.assign(document.createElement('iframe'), { src: 'https://example.invalid/' }))",
    "void document.body.appendChild(Object.assign(document.createElement('iframe'), { src: 'app://kibitz/' }))",
    `{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(["owned"], "page.html", { type: "text/html" }))
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }`,
  ]
  for (const code of tries) {
    await inPage(code)
    // Asked through the main process: a page that had been led away would have lost what was typed.
    expect(await inPage("location.href + ' ' + document.querySelector('[data-testid=composer]')?.value")).toBe(
      "app://kibitz/ still here",
    )
  }
  expect(page.frames().filter((frame) => frame !== page.mainFrame() && /example|kibitz/.test(frame.url()))).toEqual([])
})

test("1a-13: nothing is downloaded but what the page has made itself", async ({ start, folders }) => {
  const { app, page, chat, inPage } = await start()
  await expect(chat.composer).toBeVisible()
  const saved = join(folders.project, "saved.jsonl")
  await app.evaluate(({ session }, path) => {
    const seen: { url: string; refused: boolean; state: string }[] = []
    Object.assign(globalThis, { seen })
    // Heard after the guard's own listener; the path stands for the user's answer to the dialog.
    session.defaultSession.on("will-download", (event, item) => {
      const one = { url: item.getURL().slice(0, 18), refused: event.defaultPrevented, state: "" }
      seen.push(one)
      if (one.refused) return
      item.setSavePath(path)
      item.once("done", (_event, state) => Object.assign(one, { state }))
    })
  }, saved)
  const seen = () =>
    app.evaluate(() => (globalThis as unknown as { seen: { url: string; refused: boolean; state: string }[] }).seen)
  const follow = (href: string) =>
    inPage(`{
      const link = Object.assign(document.createElement("a"), { href: ${href}, download: "x.sh" })
      document.body.append(link)
      link.click()
    }`)
  await follow("'app://kibitz/index.html'")
  await expect.poll(seen).toEqual([{ url: "app://kibitz/index", refused: true, state: "" }])
  await follow("'data:text/plain,owned'")
  await expect.poll(async () => (await seen()).map(({ refused }) => refused)).toEqual([true, true])
  await follow("URL.createObjectURL(new Blob(['{}']))")
  await expect.poll(async () => (await seen())[2]).toEqual({ url: "blob:app://kibitz/", refused: false, state: "completed" })
  expect(readFileSync(saved, "utf8")).toBe("{}")
  expect(page.url()).toBe("app://kibitz/")
})
