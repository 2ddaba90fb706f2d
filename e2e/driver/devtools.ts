// Owns: the smallest possible look into a page, for what Playwright cannot follow: it never lets go of a page that has crashed.
import { expect } from "./expect.ts"
import type { PlainRun } from "./plain-start.ts"

export const devtoolsSwitch = "--remote-debugging-port=0"

export type Peephole = {
  evaluate(code: string): Promise<unknown>
  /** Types into what has the focus, and presses Enter. */
  typeLine(text: string): Promise<void>
}

/** Connects anew for each question: the page may have died since the last one. `address`: of which page, where there are several. */
export function peepholeOf(run: PlainRun, address = /^app:/): Peephole {
  return {
    evaluate: (code) =>
      withPage(run, address, async (call) => {
        const { result, exceptionDetails } = (await call("Runtime.evaluate", { expression: code, returnByValue: true })) as {
          result: { value?: unknown }
          exceptionDetails?: { text: string }
        }
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return result.value
      }),
    typeLine: (text) =>
      withPage(run, address, async (call) => {
        await call("Input.insertText", { text })
        const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" }
        await call("Input.dispatchKeyEvent", { type: "keyDown", ...enter })
        await call("Input.dispatchKeyEvent", { type: "keyUp", ...enter })
      }),
  }
}

type Call = (method: string, params: object) => Promise<unknown>

async function withPage<T>(run: PlainRun, address: RegExp, use: (call: Call) => Promise<T>): Promise<T> {
  const socket = new WebSocket(await pageAddress(run, address))
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true })
      socket.addEventListener("error", reject, { once: true })
    })
    let next = 1
    const call: Call = (method, params) =>
      new Promise((resolve, reject) => {
        const id = next++
        socket.addEventListener("message", ({ data }) => {
          const answer = JSON.parse(String(data))
          if (answer.id === id) answer.error ? reject(new Error(answer.error.message)) : resolve(answer.result)
        })
        socket.addEventListener("close", () => reject(new Error("the page is gone")), { once: true })
        socket.send(JSON.stringify({ id, method, params }))
      })
    return await use(call)
  } finally {
    socket.close()
  }
}

async function pageAddress(run: PlainRun, address: RegExp): Promise<string> {
  const port = () => /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(run.errors())?.[1]
  await expect.poll(port, { timeout: 20_000 }).toBeDefined()
  const targets: { type: string; url: string; webSocketDebuggerUrl: string }[] = await (
    await fetch(`http://127.0.0.1:${port()}/json/list`)
  ).json()
  const page = targets.find(({ type, url }) => type === "page" && address.test(url))
  if (!page) throw new Error("there is no page yet")
  return page.webSocketDebuggerUrl
}
