// Owns: putting the menu in place of Electron's own, which would reload the page and open developer tools.
import { app, BrowserWindow, Menu } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { type Key, menuTemplate } from "../menu/template.ts"
import type { Paths } from "./paths.ts"

export function menu({ launch }: Pick<Paths, "launch">): object {
  app.setAboutPanelOptions({ applicationName: "Kibitz", applicationVersion: manifest.version, copyright: "MIT licence" })
  const page = () => (BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0])?.webContents
  const press = ({ keyCode, modifiers }: Key) => {
    for (const type of ["keyDown", "keyUp"] as const) page()?.sendInputEvent({ type, keyCode, modifiers: [...modifiers] })
  }
  const openDeveloperTools = launch.developerTools ? () => page()?.openDevTools({ mode: "detach" }) : null
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, { press, openDeveloperTools })))
  return {}
}
