// A plain browser made of the Electron that is there anyway: no preload, no bridge, one window. Tests drive it through Playwright.
import { app, BrowserWindow } from "electron"

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1100, height: 800, webPreferences: { sandbox: true } })
  void window.loadURL("about:blank")
})
