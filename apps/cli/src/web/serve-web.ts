// Owns: `kibitz web` from the first address to the last: says where to go, makes fresh addresses on request, closes in order.
import type { Readable, Writable } from "node:stream"
import type { Host } from "@kibitz/host"
import { createAccess } from "./access.ts"
import type { Pages } from "./pages.ts"
import { webServer } from "./server.ts"
import type { StaticFile } from "./static-files.ts"
import { PULSE } from "./wire-socket.ts"

export type WebOptions = {
  readonly files: ReadonlyMap<string, StaticFile>
  readonly port: number
  readonly pages: Pages
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Gets the addresses and nothing else, so that a script can read them. */
  readonly output: Writable
  readonly diagnostics: Writable
  /** Calls back whenever somebody asks this process for a fresh address. */
  readonly onFreshAddress: (again: () => void) => void
  readonly ended: AbortSignal
}

/** Resolves when the listener is closed. Closing the host is the caller's. */
export async function serveWeb(host: Host, options: WebOptions): Promise<void> {
  const access = createAccess(() => performance.now())
  const server = webServer({ host, access, files: options.files, pulse: PULSE, pages: options.pages })
  const port = await server.listen(options.port)
  host.announce({ program: "web", address: `http://127.0.0.1:${port}/` })
  const print = () => options.output.write(`http://127.0.0.1:${port}/?token=${access.mint()}\n`)
  print()
  const interactive = options.input.isTTY === true
  if (host.isReadOnly && host.unknown === null)
    options.diagnostics.write("Read-only: nothing runs, and nothing can be changed.\n")
  options.diagnostics.write(
    `Open this address in a browser on this computer. It works once, within ten minutes.${interactive ? " Enter makes a new one, Ctrl+C ends." : ""}\n`,
  )
  options.onFreshAddress(print)
  if (interactive) options.input.on("data", print)
  // The terminal or script that started us may go away; the server stays until it is told to end.
  options.output.on("error", () => {})
  await new Promise<void>((resolve) => {
    if (options.ended.aborted) resolve()
    options.ended.addEventListener("abort", () => resolve(), { once: true })
  })
  await server.close()
}
