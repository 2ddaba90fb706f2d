// Owns: bringing the hub together with what it needs of Electron: windows and the menu.
import type { AgentId, MenuGroup } from "@kibitz/contract"
import { app, BrowserWindow, dialog, Menu, screen } from "electron"
import manifest from "../../../package.json" with { type: "json" }
import { argumentsFor, dataDirFor, keepProject } from "../launch/kept-project.ts"
import { menuTemplate } from "../menu/template.ts"
import { type Hub, shellHub } from "../shell/hub.ts"
import { CHAT_SIZE, cascaded } from "../window/appearance.ts"
import { openScreen } from "../window/open-screen.ts"
import type { ShellLog } from "./log.ts"
import type { Paths } from "./paths.ts"

type Needs = Pick<Paths, "launch" | "preload" | "resources"> & { readonly log: ShellLog }

export type Shell = {
  readonly hub: Hub
  /** True once Kibitz is being quit. */
  isLeaving(): boolean
  /** The main window is being closed, and everything with it. */
  leave(): void
}

export function shell(needs: Needs): { shell: Shell } {
  const { log, launch } = needs
  let leaving = false
  const leave = () => {
    leaving = true
  }
  app.on("before-quit", leave)
  const isRead = () => app.isAccessibilitySupportEnabled()
  const hub = shellHub({ openChat, drawMenu, chooseProject: (isUsed) => void chooseProject(isUsed), isRead })
  app.on("accessibility-support-changed", (_event, isOn) => hub.tellAll({ kind: "reader", isOn }))

  function openChat(agentId: AgentId): void {
    // The main window is the first; the list itself has no order.
    const others = BrowserWindow.getAllWindows().toSorted((a, b) => a.id - b.id)
    const [main] = others
    const near = main
      ? cascaded(main.getBounds(), others.length, screen.getDisplayMatching(main.getBounds()).workArea)
      : CHAT_SIZE
    openScreen({ ...needs, hub }, { agentId, options: { ...near, minWidth: 440, minHeight: 560 } })
  }

  async function chooseProject(isUsed: boolean): Promise<void> {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: "Project folder",
      buttonLabel: "Work here",
      defaultPath: launch.workspace,
      properties: ["openDirectory", "createDirectory"],
    })
    const [folder] = filePaths
    if (canceled || folder === undefined || folder === launch.workspace) return
    // An AppImage is mounted anew for every start: what runs now lies in a place that will be gone.
    const execPath = process.env.APPIMAGE ?? process.execPath
    if (isUsed) {
      // What agents know here is about this folder: the other project has its own, and this one can be chosen again from there.
      keepProject(launch.dataDir, launch.workspace)
      app.relaunch({ execPath, args: argumentsFor(process.argv, folder, dataDirFor(launch.dataDir, folder)) })
    } else {
      keepProject(launch.dataDir, folder)
      app.relaunch({ execPath, args: argumentsFor(process.argv, folder) })
    }
    app.quit()
  }

  function drawMenu(groups: readonly MenuGroup[]): void {
    const page = () => BrowserWindow.getFocusedWindow()?.webContents
    const openDeveloperTools = launch.developerTools ? () => page()?.openDevTools({ mode: "detach" }) : null
    const run = (action: string) => hub.tellOne({ kind: "run", action, agentId: null })
    try {
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, groups, { run, openDeveloperTools })))
    } catch (cause) {
      // A key that Electron cannot read must not take the menu away.
      log("menu was not drawn", { error: String(cause) })
    }
  }

  // In place of Electron's own, which would reload the page and open developer tools; the screen says the rest of it once it is there.
  app.setAboutPanelOptions({ applicationName: "Kibitz", applicationVersion: manifest.version, copyright: "MIT licence" })
  drawMenu([])
  return { shell: { hub, isLeaving: () => leaving, leave } }
}
