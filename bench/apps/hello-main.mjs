// The least an Electron app can be: one sandboxed window with one line of text.
import { join } from "node:path"
import { app, BrowserWindow } from "electron"

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true, contextIsolation: true } })
  void window.loadFile(join(import.meta.dirname, "hello.html"))
})
