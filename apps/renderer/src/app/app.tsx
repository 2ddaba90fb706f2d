// Owns: the frame: title bar, ribbon, stage, status bar, and which overlay is open.
import { lazy, Suspense, useEffect } from "react"
import { Chat } from "../chat/chat.tsx"
import { windowTitle } from "../posture/axes.ts"
import { SuggestionLine } from "../posture/suggestion-line.tsx"
import "./frame.css"
import { projectName } from "./project-name.ts"
import { RehearsalRibbon } from "./ribbon.tsx"
import { useAgent, useScreen, useSession, useSettings, useWorld } from "./session-context.ts"
import { StatusBar } from "./status-bar.tsx"
import { TitleBar } from "./title-bar.tsx"
import { useShortcuts } from "./use-shortcuts.ts"

const SettingsOverlay = lazy(async () => ({ default: (await import("../settings/settings.tsx")).SettingsOverlay }))
const AgentSwitcher = lazy(async () => ({ default: (await import("../agents/agent-switcher.tsx")).AgentSwitcher }))
const AuditOverlay = lazy(async () => ({ default: (await import("../audit/audit-overlay.tsx")).AuditOverlay }))
const ShortcutSheet = lazy(async () => ({ default: (await import("../help/shortcut-sheet.tsx")).ShortcutSheet }))

export function App() {
  useShortcuts()
  useAppearance()
  useTitle()
  return (
    <div className="frame">
      <TitleBar />
      <main className="stage">
        <RehearsalRibbon />
        <Suggestion />
        <Chat />
      </main>
      <StatusBar />
      <Overlays />
    </div>
  )
}

function Suggestion() {
  const agentId = useScreen((state) => state.agentId)
  return <SuggestionLine agentId={agentId} />
}

function Overlays() {
  const session = useSession()
  const overlay = useScreen((state) => state.overlay)
  const close = () => session.show(null)
  return (
    <Suspense fallback={null}>
      {overlay?.kind === "settings" && <SettingsOverlay page={overlay.page} onClose={close} />}
      {overlay?.kind === "agents" && <AgentSwitcher onClose={close} />}
      {overlay?.kind === "audit" && <AuditOverlay text={overlay.text} onClose={close} />}
      {overlay?.kind === "help" && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}

/** Kept apart from the host's settings too, so that the next start has the right colours before the host has answered. */
function useAppearance(): void {
  const { keep } = useSession()
  const theme = useSettings()?.theme
  const textSize = useSettings()?.textSize
  useEffect(() => {
    if (theme === undefined || textSize === undefined) return
    applyAppearance(theme, textSize)
    try {
      keep.setItem("kibitz.appearance", JSON.stringify({ theme, textSize }))
    } catch {
      // Only the first frame of the next start would differ.
    }
  }, [theme, textSize, keep])
}

export function applyAppearance(theme: string, textSize: number): void {
  const root = document.documentElement
  if (theme === "system") delete root.dataset.theme
  else root.dataset.theme = theme
  root.style.fontSize = `${textSize}%`
}

function useTitle(): void {
  const agentId = useScreen((state) => state.agentId)
  const posture = useAgent(agentId, (agent) => agent.posture)
  const workspace = useWorld((state) => state.app?.workspace)
  useEffect(() => {
    document.title = windowTitle(posture, workspace === undefined ? undefined : projectName(workspace))
  }, [posture, workspace])
}
