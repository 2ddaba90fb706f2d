// Owns: notices of the system and the count on the app's icon. A notice has no buttons: a click leads to the agent, and what is asked is read and
// answered there. When there is one is not decided here.

/** The part of Electron's Notification that is used here. */
export type SystemNotice = {
  on(event: "click" | "close", heard: () => void): unknown
  on(event: "failed", heard: (event: unknown, error: string) => void): unknown
  show(): void
  close(): void
}

export type NotifierParts<Notice> = {
  isSupported(): boolean
  make(options: { title: string; body: string; silent: boolean }): SystemNotice
  setBadgeCount(count: number): void
  /** The user wants to see it. */
  opened(notice: Notice): void
  /** The system shows none. Said once. */
  failed(): void
  sound(): void
  summary(text: string): void
  log(what: string, details?: Record<string, unknown>): void
}

type Shown = { readonly id: string; readonly title: string; readonly body: string; readonly silent: boolean }

export function systemNotifier<Notice extends Shown>(parts: NotifierParts<Notice>) {
  // Held here while they stand: one that is collected as garbage no longer hears its click.
  const standing = new Map<string, SystemNotice>()
  let hasFailed = false

  /** Unsigned apps on macOS, and systems without a notice service, fail every time: once is enough to know. */
  function failed(error: string): void {
    if (hasFailed) return
    hasFailed = true
    parts.log("notices are not shown", { error })
    parts.failed()
  }

  function show(notice: Notice): void {
    // The sound is our own and the same everywhere; the system would add a second one.
    if (!notice.silent) parts.sound()
    if (!parts.isSupported()) return failed("this system has none")
    standing.get(notice.id)?.close()
    const made = parts.make({ title: notice.title, body: notice.body, silent: true })
    const gone = () => {
      if (standing.get(notice.id) === made) standing.delete(notice.id)
    }
    made.on("click", () => {
      gone()
      parts.opened(notice)
    })
    made.on("close", gone)
    made.on("failed", (_event, error) => {
      gone()
      failed(error)
    })
    standing.set(notice.id, made)
    made.show()
  }

  return {
    show,
    replace: show,
    clear() {
      for (const notice of [...standing.values()]) notice.close()
      standing.clear()
    },
    badge: (count: number) => parts.setBadgeCount(count),
    summary: (text: string) => parts.summary(text),
  }
}

/** The picture over the task bar's button on Windows, and what a screen reader says of it. */
export function overlayOf(count: number): { readonly file: string; readonly words: string } | null {
  if (count <= 0) return null
  const words = count === 1 ? "1 item for you" : `${count} items for you`
  return { file: `overlay-${count > 9 ? "more" : count}.png`, words }
}
