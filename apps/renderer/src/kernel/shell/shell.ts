// Owns: this screen's side of the talk with the program around it: what it may ask, and which chats are shown in other windows. On the web there is
// no such program: `isThere` is false, nothing is offered, and of news there is only what was missed over the quiet hours.
import type { AgentId, ItemId, JoinCause, MenuGroup, ShellAsk, ShellNews } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Outcome } from "../bridge/requests.ts"
import type { Beyond } from "../view/navigation.ts"
import type { ScreenWindow } from "./screen-window.ts"

export type Shell = {
  readonly window: ScreenWindow
  /** Whether there is a program of ours around this screen: windows, a menu, full screen. */
  readonly isThere: boolean
  /** Whose chats have windows of their own. */
  readonly poppedOut: StoreApi<ReadonlySet<AgentId>>
  /** Whether a screen reader reads this screen. A browser does not tell: there it is never known to be. */
  isRead(): boolean
  /** Chats that this screen does not show itself, and how one gets to them. */
  readonly beyond: Beyond
  /** Null when it was done; otherwise why not. In the window that is this chat's own, it goes back to the main one. */
  popOut(agentId: AgentId): Promise<string | null>
  /** From a window of its own to the main one. This window closes once the chat is shown there. */
  comeBack(): void
  isComingBack(): boolean
  /** A window of its own closes, which leaves. */
  close(): void
  /** The main window comes forward and does this, for this agent. */
  runInMain(action: string, agentId: AgentId): void
  fullScreen(): void
  /** Asks the user for a folder; Kibitz starts anew in it. */
  /** isUsed: agents have worked in this one. */
  chooseProject(isUsed: boolean): void
  menu(groups: readonly MenuGroup[]): void
  /** The whole menu, below this element. */
  showMenu(below: Element): void
  hear(heard: (news: ShellNews) => void): () => void
  /** From the line. */
  told(news: ShellNews): void
}

export function createShell(window: ScreenWindow, ask: (ask: ShellAsk) => Promise<Outcome>): Shell {
  const poppedOut = createStore<ReadonlySet<AgentId>>(() => new Set())
  const listeners = new Set<(news: ShellNews) => void>()
  let isComingBack = false
  let isRead = false
  const home = window.kind === "chat" ? window.agentId : null

  const go = (agentId: AgentId, items: readonly ItemId[], cause: JoinCause) =>
    void ask({ kind: "go", agentId, items: [...items], cause })

  function comeBack(): void {
    isComingBack = true
    void ask({ kind: "return" })
  }

  return {
    window,
    isThere: window.kind !== "page",
    poppedOut,
    isRead: () => isRead,
    beyond: { has: (agentId) => (home === null ? poppedOut.getState().has(agentId) : agentId !== home), go },
    async popOut(agentId) {
      if (window.kind === "page") return "Only the desktop app has windows. /split shows it beside another."
      if (agentId === home) {
        comeBack()
        return null
      }
      const outcome = await ask({ kind: "pop-out", agentId })
      return outcome.accepted ? null : outcome.rejection.message
    },
    comeBack,
    isComingBack: () => isComingBack,
    close: () => void ask({ kind: "close" }),
    runInMain: (action, agentId) => void ask({ kind: "run", action, agentId }),
    fullScreen: () => void ask({ kind: "full-screen" }),
    chooseProject: (isUsed) => void ask({ kind: "choose-project", isUsed }),
    menu: (groups) => void ask({ kind: "menu", groups: [...groups] }),
    showMenu: (below) => {
      const { left, bottom } = below.getBoundingClientRect()
      void ask({ kind: "menu-here", x: Math.max(0, Math.round(left)), y: Math.max(0, Math.round(bottom)) })
    },
    hear(heard) {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
    told(news) {
      if (news.kind === "reader") isRead = news.isOn
      if (news.kind === "windows") poppedOut.setState(new Set(news.poppedOut), true)
      for (const heard of listeners) heard(news)
    },
  }
}
