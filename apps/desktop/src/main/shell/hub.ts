// Owns: which windows there are, what each may ask of the shell, and which of them is told what. Does not own: making a window, drawing the menu.
import type { AgentId, MenuGroup, Rejection, ShellAsk, ShellNews } from "@kibitz/contract"

/** One window with a page of ours in it. */
export type ScreenWindow = {
  /** Of its page, for as long as the window is there. */
  readonly id: number
  /** Whose chat it was made for; null: the main window. */
  readonly agentId: AgentId | null
  isFocused(): boolean
  bringForward(): void
  toggleFullScreen(): void
  showMenu(at: { readonly x: number; readonly y: number }): void
  close(): void
}

export type HubNeeds = {
  /** Makes a window for one chat and has it `adopted`. */
  openChat(agentId: AgentId): void
  drawMenu(groups: readonly MenuGroup[]): void
  /** Asks the user; nothing happens when they think better of it. */
  /** isUsed: agents have worked in this one, and keep it. */
  chooseProject(isUsed: boolean): void
  /** Whether a screen reader, or something like it, reads the windows. */
  isRead(): boolean
}

export type Hub = {
  /** A window has been made. Ends with the function it gives back. */
  adopt(window: ScreenWindow): () => void
  isOurs(id: number): boolean
  /** The page of this window has a new line: it is told how things are, and what has waited for it. Ends with the function it gives back. */
  connected(id: number, say: (news: ShellNews) => void): () => void
  /** Null when it was done; otherwise why not. */
  asked(id: number, ask: ShellAsk): Rejection | null
  /** The window that shows this agent, or else the main one, comes forward and goes there. */
  go(place: Extract<ShellNews, { kind: "go" }>): void
  /** To every page. */
  tellAll(news: ShellNews): void
  /** To the window the user is in, or else the main one. */
  tellOne(news: ShellNews): void
  /** The main window. */
  bringForward(): void
}

/** A page gone wrong could otherwise bury the user in windows. */
export const MOST_CHAT_WINDOWS = 16

export function shellHub(needs: HubNeeds): Hub {
  const windows = new Map<number, ScreenWindow>()
  const lines = new Map<number, (news: ShellNews) => void>()
  /** What was said to a page that had no line yet; only the last counts. */
  const waiting = new Map<number, ShellNews>()
  /** On their way back to the main window: still open, but nobody is led to them any more. */
  const returning = new Set<number>()

  const main = () => windows.values().find(({ agentId }) => agentId === null)
  const chatOf = (agentId: AgentId) => windows.values().find((one) => one.agentId === agentId && !returning.has(one.id))

  function tell(window: ScreenWindow | undefined, news: ShellNews): void {
    if (!window) return
    const say = lines.get(window.id)
    if (say) say(news)
    else if (news.kind === "go" || news.kind === "run") waiting.set(window.id, news)
  }

  function windowNews(): ShellNews {
    const poppedOut = [...windows.values()].flatMap(({ id, agentId }) => (agentId === null || returning.has(id) ? [] : [agentId]))
    return { kind: "windows", poppedOut }
  }

  function tellAll(news: ShellNews): void {
    for (const say of lines.values()) say(news)
  }

  function go(news: Extract<ShellNews, { kind: "go" }>): void {
    const window = chatOf(news.agentId) ?? main()
    window?.bringForward()
    tell(window, news)
  }

  function popOut(agentId: AgentId): Rejection | null {
    const there = chatOf(agentId)
    if (there) {
      there.bringForward()
      return null
    }
    if (windows.size > MOST_CHAT_WINDOWS)
      return no(`${MOST_CHAT_WINDOWS} chats have a window of their own already. Close one of them first.`)
    needs.openChat(agentId)
    return null
  }

  function asked(id: number, ask: ShellAsk): Rejection | null {
    const window = windows.get(id)
    if (!window) return no("That window is gone.")
    switch (ask.kind) {
      case "pop-out":
        return popOut(ask.agentId)
      case "go":
        go(ask)
        return null
      case "run":
        main()?.bringForward()
        tell(main(), ask)
        return null
      case "return":
        return comeBack(window)
      case "close":
        if (window.agentId === null) return no("The main window is closed by quitting.")
        window.close()
        return null
      case "full-screen":
        window.toggleFullScreen()
        return null
      case "menu-here":
        window.showMenu(ask)
        return null
      case "choose-project":
        if (window.agentId !== null) return no("The main window chooses the project.")
        needs.chooseProject(ask.isUsed)
        return null
      case "menu":
        // The menu is one for all windows; what it can do is the main window's to say.
        if (window.agentId === null) needs.drawMenu(ask.groups)
        return null
    }
  }

  function comeBack({ id, agentId }: ScreenWindow): Rejection | null {
    if (agentId === null) return no("This is the main window.")
    returning.add(id)
    tellAll(windowNews())
    // Beside what the main window shows: nobody is left for it where both have room.
    go({ kind: "go", agentId, items: [], cause: "split" })
    return null
  }

  return {
    adopt(window) {
      windows.set(window.id, window)
      tellAll(windowNews())
      return () => {
        windows.delete(window.id)
        lines.delete(window.id)
        waiting.delete(window.id)
        returning.delete(window.id)
        tellAll(windowNews())
      }
    },
    isOurs: (id) => windows.has(id),
    connected(id, say) {
      lines.set(id, say)
      say(windowNews())
      say({ kind: "reader", isOn: needs.isRead() })
      const last = waiting.get(id)
      waiting.delete(id)
      if (last) say(last)
      return () => {
        if (lines.get(id) === say) lines.delete(id)
      }
    },
    asked,
    go,
    tellAll,
    tellOne: (news) => tell(windows.values().find((window) => window.isFocused()) ?? main(), news),
    bringForward: () => main()?.bringForward(),
  }
}

function no(message: string): Rejection {
  return { kind: "unavailable", message }
}
