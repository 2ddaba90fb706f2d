// Owns: putting the menu in place of Electron's own, which would reload the page and open developer tools.
import { app, type BrowserWindow, Menu } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { type Key, menuTemplate } from "../menu/template.ts"
import type { Paths } from "./paths.ts"

export function menu({ window, launch }: Pick<Paths, "launch"> & { readonly window: BrowserWindow }): object {
  app.setAboutPanelOptions({ applicationName: "Kibitz", applicationVersion: manifest.version, copyright: "MIT licence" })
  const press = ({ keyCode, modifiers }: Key) => {
    for (const type of ["keyDown", "keyUp"] as const)
      window.webContents.sendInputEvent({ type, keyCode, modifiers: [...modifiers] })
  }
  const openDeveloperTools = launch.developerTools ? () => window.webContents.openDevTools({ mode: "detach" }) : null
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, { press, openDeveloperTools })))
  return {}
}
