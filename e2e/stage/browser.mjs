// The browser engine for screen tests: the Electron that is there anyway, kept open by one worker for all of its tests. It serves the built
// renderer as the desktop app does and relays each page's port to the worker, where the host runs. It holds nothing between two tests but itself.
import { connect } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { APP_SCHEME, headersFor, resolveAsset, webPreferences } from "@kibitz/desktop/shell-parts"
import { app, BrowserWindow, ipcMain, MessageChannelMain, protocol, session } from "electron"

const FILE_NOT_FOUND = -6
const dist = join(import.meta.dirname, "..", "..", "dist")
const socketPath = process.argv.find((argument) => argument.startsWith("--stage="))?.slice("--stage=".length) ?? ""

protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } }])
app.setPath("userData", `${socketPath}-browser`)
// Between two tests there is no window, and that is not the end.
app.on("window-all-closed", () => {})

void app.whenReady().then(() => {
  const worker = connect(socketPath)
  const ports = new Map()
  const walled = new Set()
  const tell = (message) => worker.write(`${JSON.stringify(message)}\n`)

  /** One partition per test: storage that no other test sees, kept for as long as that test starts the app again. */
  function sessionOf(partition) {
    const own = session.fromPartition(partition)
    if (walled.has(partition)) return own
    walled.add(partition)
    own.protocol.registerFileProtocol(APP_SCHEME, ({ method, url }, answer) => {
      const asset = resolveAsset(method, url)
      if (!asset) return answer({ error: FILE_NOT_FOUND })
      answer({ path: join(dist, "renderer", asset.path), headers: headersFor(asset.type) })
    })
    own.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === "clipboard-sanitized-write"))
    own.setPermissionCheckHandler((_contents, permission) => permission === "clipboard-sanitized-write")
    return own
  }

  function open({ window, address, partition, size }) {
    sessionOf(partition)
    const made = new BrowserWindow({
      ...size,
      title: "Kibitz",
      webPreferences: { ...webPreferences(join(dist, "desktop", "preload.cjs"), false), partition },
    })
    made.setMenuBarVisibility(false)
    const { id } = made.webContents
    windows.set(window, made)
    byContents.set(id, window)
    made.once("closed", () => {
      windows.delete(window)
      byContents.delete(id)
      tell({ kind: "closed", window })
    })
    void made.loadURL(address).catch(() => {})
  }

  const windows = new Map()
  const byContents = new Map()
  const orders = {
    open,
    close: ({ window }) => windows.get(window)?.destroy(),
    forward: ({ window }) => windows.get(window)?.focus(),
    say: ({ port, data }) => ports.get(port)?.postMessage(data),
    hangUp: ({ port }) => ports.get(port)?.close(),
  }
  createInterface({ input: worker }).on("line", (line) => {
    const order = JSON.parse(line)
    orders[order.kind](order)
  })
  worker.on("close", () => app.exit(0))

  let lastPort = 0
  ipcMain.on("kibitz:hello", ({ senderFrame, sender }) => {
    const window = byContents.get(sender.id)
    if (!senderFrame || window === undefined) return
    const port = ++lastPort
    const { port1, port2 } = new MessageChannelMain()
    ports.set(port, port1)
    tell({ kind: "hello", window, port })
    port1.on("message", ({ data }) => tell({ kind: "heard", port, data }))
    port1.on("close", () => {
      ports.delete(port)
      tell({ kind: "gone", port })
    })
    port1.start()
    senderFrame.postMessage("kibitz:port", null, [port2])
  })
  tell({ kind: "ready" })
})
