// Owns: one long-lived Electron per Playwright worker, as a plain browser engine: opening and closing windows in it, and the ports of their pages.
// Does not own: what answers at the other end of a port (screen.ts).
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Port } from "@kibitz/desktop/shell-parts"
import { _electron, type ElectronApplication, type Page } from "@playwright/test"
import { cleanEnvironment, electronExecutable, sandboxSwitches } from "../driver/electron.ts"

/** From the browser: see browser.mjs. */
type News =
  | { readonly kind: "ready" }
  | { readonly kind: "hello"; readonly window: number; readonly port: number }
  | { readonly kind: "heard"; readonly port: number; readonly data: unknown }
  | { readonly kind: "gone"; readonly port: number }
  | { readonly kind: "closed"; readonly window: number }

export type StageWindow = {
  readonly id: number
  readonly page: Page
  bringForward(): void
  close(): Promise<void>
}

export type WindowNeeds = {
  /** From `nextId`. */
  readonly id: number
  readonly address: string
  /** Windows of one partition share their storage. */
  readonly partition: string
  readonly size: { readonly width: number; readonly height: number }
  /** A page in this window asks for its host. */
  connected(port: Port): void
  closed(): void
}

export type Engine = {
  readonly app: ElectronApplication
  nextId(): number
  open(needs: WindowNeeds): Promise<StageWindow>
  end(): Promise<void>
}

const BROWSER = join(import.meta.dirname, "browser.mjs")

export async function startEngine(): Promise<Engine> {
  electronExecutable()
  const home = mkdtempSync(join(tmpdir(), "kibitz-stage-"))
  const path = join(home, "socket")
  const server = createServer()
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve))
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const app = await _electron.launch({
    args: [...sandboxSwitches(), BROWSER, `--stage=${path}`],
    env: cleanEnvironment({ TZ: process.env.TZ ?? "UTC" }),
  })
  const socket = await connected
  const windows = new Map<number, { needs: WindowNeeds; gone: () => void }>()
  const ports = new Map<number, ReturnType<typeof relayPort>>()
  const order = (message: object) => socket.write(`${JSON.stringify(message)}\n`)
  const ready = Promise.withResolvers<void>()
  createInterface({ input: socket }).on("line", (line) => take(JSON.parse(line)))

  function take(news: News): void {
    switch (news.kind) {
      case "ready":
        return ready.resolve()
      case "hello": {
        const port = relayPort(news.port, order)
        ports.set(news.port, port)
        return windows.get(news.window)?.needs.connected(port.port)
      }
      case "heard":
        return ports.get(news.port)?.heard(news.data)
      case "gone":
        ports.get(news.port)?.gone()
        return void ports.delete(news.port)
      case "closed": {
        const window = windows.get(news.window)
        windows.delete(news.window)
        window?.gone()
        return window?.needs.closed()
      }
    }
  }

  await ready.promise
  let last = 0
  return {
    app,
    nextId: () => ++last,
    async open(needs) {
      const { id } = needs
      const gone = Promise.withResolvers<void>()
      windows.set(id, { needs, gone: gone.resolve })
      const { address, partition, size } = needs
      const opened = app.waitForEvent("window")
      order({ kind: "open", window: id, address, partition, size })
      return {
        id,
        page: await opened,
        bringForward: () => void order({ kind: "forward", window: id }),
        async close() {
          order({ kind: "close", window: id })
          await gone.promise
        },
      }
    },
    async end() {
      await app.close()
      socket.destroy()
      server.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** A page's port as the desktop's gateway knows it, at the other end of the socket. What comes before `start` waits. */
function relayPort(id: number, order: (message: object) => void) {
  const listeners: ((message: { data: unknown; ports: [] }) => void)[] = []
  const closing: (() => void)[] = []
  let waiting: unknown[] | null = []
  const port: Port = {
    postMessage: (data) => order({ kind: "say", port: id, data }),
    on(event: "message" | "close", listener: never) {
      if (event === "message") listeners.push(listener)
      else closing.push(listener)
    },
    start() {
      const early = waiting ?? []
      waiting = null
      for (const data of early) deliver(data)
    },
    close: () => order({ kind: "hangUp", port: id }),
  }
  function deliver(data: unknown): void {
    for (const listener of listeners) listener({ data, ports: [] })
  }
  return {
    port,
    heard(data: unknown): void {
      if (waiting) waiting.push(data)
      else deliver(data)
    },
    gone(): void {
      for (const listener of closing) listener()
    },
  }
}
