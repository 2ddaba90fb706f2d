// Owns: putting the screen on the page, over whatever line it is given.

import "./styles.ts"
import { jakeId } from "@kibitz/contract"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { welcomeAtFirst } from "../features/first-run/welcome-at-first.ts"
import type { Transport } from "../kernel/bridge/transport.ts"
import { thisOs } from "../kernel/keys/chord.ts"
import { OutletsContext } from "../kernel/outlets/outlets.tsx"
import { preferencesOf } from "../kernel/preferences/screen-preferences.ts"
import { SessionContext } from "../kernel/session/session-context.ts"
import { readWindow, withoutFirst } from "../kernel/shell/screen-window.ts"
import { keepInStep } from "../kernel/ui/in-step.ts"
import { App } from "./app.tsx"
import { ChatWindow } from "./chat-window.tsx"
import { restoreAppearance } from "./frame/appearance.ts"
import { outlets } from "./outlets.ts"
import { openSession } from "./session/open-session.ts"
import { attendShell } from "./window/attend.ts"

export function start(transport: Transport): void {
  restoreAppearance(localStorage)
  preferencesOf(localStorage)
  keepInStep(document)
  if (thisOs !== "apple") document.documentElement.classList.add("own-scrollbars")
  const root = document.getElementById("root")
  if (!root) throw new Error("index.html has no #root")
  const window = readWindow(location)
  if (window.kind === "main" && window.first) history.replaceState(null, "", withoutFirst(location))
  const session = openSession({
    transport,
    keep: localStorage,
    rootAgent: jakeId,
    newId: () => crypto.randomUUID(),
    window,
    cameBack: cameBack(),
  })
  attendShell(session)
  // Only where the command line has asked for it (--ux-probe): tests then read where the screen is.
  if (location.protocol === "app:" && new URLSearchParams(location.search).has("ux"))
    void import("../features/map/probe.ts").then(({ exposeProbe }) => exposeProbe(session))
  if (window.kind !== "chat") welcomeAtFirst(session)
  // At once, though the host is not open yet: by the time it answers, all that is left to draw is what it says. And in one go: the shell opens the host when
  // the page is drawn, and would take the empty frame between this script and React's first task for that.
  flushSync(() =>
    createRoot(root).render(
      <SessionContext value={session}>
        <OutletsContext value={outlets}>
          {window.kind === "chat" ? <ChatWindow agentId={window.agentId} /> : <App />}
        </OutletsContext>
      </SessionContext>,
    ),
  )
}

/** The desktop has no key for reloading: a page that was loaded again there has died and was brought back (F33). */
function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType("navigation")
  return location.protocol === "app:" && navigation instanceof PerformanceNavigationTiming && navigation.type === "reload"
}
