// Owns: the program around a screen under test, as far as its pages can see it: windows of their own for chats, the menu they describe, the screen's
// lock, and a record of what they asked. It stands in for apps/desktop's shell and uses that shell's own hub.
import type { AgentId, MenuGroup } from "@kibitz/contract"
import {
  addressOf,
  CHAT_SIZE,
  type Hub,
  type IpcLog,
  ipcLog,
  type Launch,
  servePort,
  shellHub,
} from "@kibitz/desktop/shell-parts"
import type { Host } from "@kibitz/host"
import type { Page } from "@playwright/test"
import { expect } from "../driver/expect.ts"
import { type IpcEntry, type Windows, windowsOf } from "../driver/windows.ts"
import type { Engine, StageWindow } from "./engine.ts"

export type StageShell = {
  readonly hub: Hub
  readonly main: StageWindow
  readonly windows: StageWindows
  /** As when the user quits: every window goes, and none of them counts as closed. */
  close(): Promise<void>
}

export type StageWindows = Pick<
  Windows,
  | "ofChat"
  | "inChat"
  | "closing"
  | "count"
  | "addresses"
  | "broughtForward"
  | "menuItem"
  | "chooseFromMenu"
  | "ipcLog"
  | "screen"
  | "lockedFor"
> & {
  /** Everything the menu has. */
  menu(): readonly { readonly label: string; readonly enabled: boolean }[]
  /** As when a screen reader begins or ends to read the windows. */
  read(isOn: boolean): void
}

type Needs = {
  readonly host: Promise<Host>
  readonly partition: string
  readonly probe: boolean
  /** Each page, as soon as its window is there. */
  opened(page: Page): void
}

const MAIN_SIZE = { width: 1200, height: 800 }

export async function openShell(engine: Engine, { host, partition, probe, opened }: Needs): Promise<StageShell> {
  let leaving = false
  let groups: readonly MenuGroup[] = []
  const open = new Set<StageWindow>()
  const log = requestLog()
  log.follow(host)
  const hub = shellHub({
    openChat: (agentId) => void openWindow(agentId),
    drawMenu: (drawn) => {
      groups = drawn
    },
    chooseProject: () => {},
    isRead: () => false,
  })

  async function openWindow(agentId: AgentId | null): Promise<StageWindow> {
    let abandon = () => {}
    let made: StageWindow | null = null
    let hangUp = () => {}
    const id = engine.nextId()
    abandon = hub.adopt({
      id,
      agentId,
      isFocused: () => agentId === null,
      bringForward: () => made?.bringForward(),
      toggleFullScreen: () => {},
      showMenu: () => {},
      close: () => void made?.close(),
    })
    made = await engine.open({
      id,
      address: addressOf({ agentId, probe, first: null }),
      partition,
      size: agentId === null ? MAIN_SIZE : CHAT_SIZE,
      connected(port) {
        let forget = () => {}
        const line = servePort(port, {
          host,
          isLeaving: () => leaving,
          door: (ask) => hub.asked(id, ask),
          closed: () => forget(),
          heard: (request) => log.heard(id, request),
        })
        forget = hub.connected(id, line.say)
        hangUp = () => line.close("closed")
      },
      closed() {
        hangUp()
        abandon()
        if (made) open.delete(made)
      },
    })
    open.add(made)
    opened(made.page)
    return made
  }

  const itemOf = (label: string) => groups.flatMap(({ items }) => items).find(({ title }) => title === label)
  const menuItem = async (label: string) => {
    const found = itemOf(label)
    return found ? { enabled: found.isOn, accelerator: found.accelerator ?? "" } : null
  }
  const { ofChat, inChat, closing, count, addresses, broughtForward } = windowsOf(engine.app)
  return {
    hub,
    main: await openWindow(null),
    windows: {
      ofChat,
      inChat,
      closing,
      count,
      addresses,
      broughtForward,
      menuItem,
      menu: () => groups.flatMap(({ items }) => items.map(({ title, isOn }) => ({ label: title, enabled: isOn }))),
      read: (isOn) => hub.tellAll({ kind: "reader", isOn }),
      async chooseFromMenu(label) {
        await expect.poll(async () => (await menuItem(label))?.enabled, { intervals: [20] }).toBe(true)
        hub.tellOne({ kind: "run", action: itemOf(label)?.id ?? "", agentId: null })
      },
      ipcLog: async () => (globalThis as unknown as { __ipcLog: IpcEntry[] }).__ipcLog,
      async screen(event) {
        hub.tellAll(event === "lock-screen" ? { kind: "locked" } : { kind: "unlocked", lockedMs: 0 })
      },
      async lockedFor(minutes) {
        hub.tellAll({ kind: "locked" })
        hub.tellAll({ kind: "unlocked", lockedMs: minutes * 60_000 })
      },
    },
    async close() {
      leaving = true
      await Promise.all([...open].map((window) => window.close()))
    },
  }
}

function requestLog(): IpcLog {
  const { ipcLog: log } = ipcLog({ launch: { probe: true } as Launch })
  if (!log) throw new Error("the log of requests is only kept with a probe")
  return log
}
