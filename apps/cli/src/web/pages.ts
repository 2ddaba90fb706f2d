// Owns: the pages that are open in browsers, and saying something to the one the user is at. Of what a shell can say, a page hears only what was
// missed over the quiet hours (ux 2.8): notices are the system's, and a browser has none of ours.
import type { ShellNews } from "@kibitz/contract"
import type { Notifier } from "@kibitz/host"

export type Page = { heard(): void; gone(): void }
export type Pages = {
  opened(tell: (news: ShellNews) => void): Page
  readonly notifier: Notifier
}

export function openPages(): Pages {
  /** The one that was heard of last stands last: that is where the user is, for looking up is told by the page that is looked at. */
  const pages = new Set<(news: ShellNews) => void>()
  const nothing = () => {}
  return {
    opened(tell) {
      pages.add(tell)
      return {
        heard() {
          pages.delete(tell)
          pages.add(tell)
        },
        gone: () => void pages.delete(tell),
      }
    },
    notifier: {
      show: nothing,
      replace: nothing,
      clear: nothing,
      badge: nothing,
      summary: (text) => [...pages].at(-1)?.({ kind: "summary", text }),
    },
  }
}
