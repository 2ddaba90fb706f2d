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
  /** Asks the user; nothing happens when they think better of it. `isUsed`: agents have worked in this one, and keep it. */
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
  const windows = new Windows()

  function go(news: Extract<ShellNews, { kind: "go" }>): void {
    const window = windows.chatOf(news.agentId) ?? windows.main()
    window?.bringForward()
    windows.tell(window, news)
  }

  function popOut(agentId: AgentId): Rejection | null {
    const there = windows.chatOf(agentId)
    if (there) {
      there.bringForward()
      return null
    }
    if (windows.count() > MOST_CHAT_WINDOWS)
      return no(`${MOST_CHAT_WINDOWS} chats have a window of their own already. Close one of them first.`)
    needs.openChat(agentId)
    return null
  }

  function comeBack({ id, agentId }: ScreenWindow): Rejection | null {
    if (agentId === null) return no("This is the main window.")
    windows.returns(id)
    // Beside what the main window shows: nobody is left for it where both have room.
    go({ kind: "go", agentId, items: [], cause: "split" })
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
        windows.main()?.bringForward()
        windows.tell(windows.main(), ask)
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
        // All windows share one menu; the main window says what it can do.
        if (window.agentId === null) needs.drawMenu(ask.groups)
        return null
    }
  }

  return {
    adopt: (window) => windows.adopt(window),
    isOurs: (id) => windows.get(id) !== undefined,
    connected: (id, say) => windows.connected(id, say, () => needs.isRead()),
    asked,
    go,
    tellAll: (news) => windows.tellAll(news),
    tellOne: (news) => windows.tell(windows.focused() ?? windows.main(), news),
    bringForward: () => windows.main()?.bringForward(),
  }
}

/** The windows there are, and the lines to their pages. Every page is told when one comes or goes. */
class Windows {
  private readonly windows = new Map<number, ScreenWindow>()
  private readonly lines = new Map<number, (news: ShellNews) => void>()
  /** What was said to a page that had no line yet; only the last counts. */
  private readonly waiting = new Map<number, ShellNews>()
  /** On their way back to the main window: still open, but nobody is led to them any more. */
  private readonly returning = new Set<number>()

  get(id: number): ScreenWindow | undefined {
    return this.windows.get(id)
  }

  count(): number {
    return this.windows.size
  }

  main(): ScreenWindow | undefined {
    return this.windows.values().find(({ agentId }) => agentId === null)
  }

  chatOf(agentId: AgentId): ScreenWindow | undefined {
    return this.windows.values().find((one) => one.agentId === agentId && !this.returning.has(one.id))
  }

  focused(): ScreenWindow | undefined {
    return this.windows.values().find((window) => window.isFocused())
  }

  adopt(window: ScreenWindow): () => void {
    this.windows.set(window.id, window)
    this.tellAll(this.news())
    return () => {
      this.windows.delete(window.id)
      this.lines.delete(window.id)
      this.waiting.delete(window.id)
      this.returning.delete(window.id)
      this.tellAll(this.news())
    }
  }

  returns(id: number): void {
    this.returning.add(id)
    this.tellAll(this.news())
  }

  connected(id: number, say: (news: ShellNews) => void, isRead: () => boolean): () => void {
    this.lines.set(id, say)
    say(this.news())
    say({ kind: "reader", isOn: isRead() })
    const last = this.waiting.get(id)
    this.waiting.delete(id)
    if (last) say(last)
    return () => {
      if (this.lines.get(id) === say) this.lines.delete(id)
    }
  }

  tell(window: ScreenWindow | undefined, news: ShellNews): void {
    if (!window) return
    const say = this.lines.get(window.id)
    if (say) say(news)
    else if (news.kind === "go" || news.kind === "run") this.waiting.set(window.id, news)
  }

  tellAll(news: ShellNews): void {
    for (const say of this.lines.values()) say(news)
  }

  private news(): ShellNews {
    const poppedOut = [...this.windows.values()].flatMap(({ id, agentId }) =>
      agentId === null || this.returning.has(id) ? [] : [agentId],
    )
    return { kind: "windows", poppedOut }
  }
}

function no(message: string): Rejection {
  return { kind: "unavailable", message }
}
