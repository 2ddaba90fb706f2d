// Owns: putting the screen on the page, over whatever line it is given.
import { jakeId } from "@kibitz/contract"
import { createRoot } from "react-dom/client"
import { App, applyAppearance } from "./app/app.tsx"
import { openSession } from "./app/session.ts"
import { SessionContext } from "./app/session-context.ts"
import { isApple } from "./app/shortcuts.ts"
import type { Transport } from "./bridge/transport.ts"
import "./ui/base.css"
import "./ui/controls.css"
import "./markdown/markdown.css"

export function start(transport: Transport): void {
  restoreAppearance()
  if (!isApple) document.documentElement.classList.add("own-scrollbars")
  const root = document.getElementById("root")
  if (!root) throw new Error("index.html has no #root")
  const session = openSession({
    transport,
    keep: localStorage,
    rootAgent: jakeId,
    newId: () => crypto.randomUUID(),
    remark: cameBack() ? { text: "The window restarted. Agents kept working.", tone: "quiet" } : null,
  })
  createRoot(root).render(
    <SessionContext value={session}>
      <App />
    </SessionContext>,
  )
}

/** The desktop has no key for reloading: a page that was loaded again there has died and was brought back (F33). */
function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType("navigation")
  return location.protocol === "app:" && navigation instanceof PerformanceNavigationTiming && navigation.type === "reload"
}

function restoreAppearance(): void {
  try {
    const { theme, textSize } = JSON.parse(localStorage.getItem("kibitz.appearance") ?? "{}")
    if (typeof theme === "string" && typeof textSize === "number") applyAppearance(theme, textSize)
  } catch {
    // What the system prefers is a good first guess.
  }
}
