// Owns: which overlay lies over the frame. None of them leaves anybody. The code of each is fetched when the screen has nothing else to do.

import { useEffect } from "react"
import type { Session } from "../../kernel/session/offers.ts"
import { useScreen, useSession, useWorld } from "../../kernel/session/session-context.ts"
import { settingsPages } from "../../kernel/settings/page-list.ts"
import { fetchWhenIdle, later } from "../../kernel/ui/later.tsx"
import { subjectOf } from "../commands/commands.ts"
import { Opening } from "./opening.tsx"

const SettingsOverlay = later(async () => (await import("../../features/settings/settings.tsx")).SettingsOverlay, Opening)
const Palette = later(async () => (await import("../../features/palette/palette.tsx")).Palette, Opening)
const TasksOverlay = later(async () => (await import("../../features/tasks/tasks-overlay.tsx")).TasksOverlay, Opening)
const Peek = later(async () => (await import("../../features/chat/peek.tsx")).Peek, Opening)
const Rename = later(async () => (await import("../../features/agents/rename.tsx")).Rename, Opening)
const Raise = later(async () => (await import("../../features/posture/raise.tsx")).Raise, Opening)
const AuditOverlay = later(async () => (await import("../../features/audit/audit-overlay.tsx")).AuditOverlay, Opening)
const FindEverywhere = later(async () => (await import("../../features/find/find-everywhere.tsx")).FindEverywhere, Opening)
const ShortcutSheet = later(async () => (await import("../../features/help/shortcut-sheet.tsx")).ShortcutSheet, Opening)
/** The one a hand reaches for first comes first. */
const all = [Palette, Peek, SettingsOverlay, TasksOverlay, FindEverywhere, ShortcutSheet, Raise, Rename, AuditOverlay]

export function Overlays() {
  const session = useSession<Session>()
  const overlay = useScreen((state) => state.overlay)
  // A start that still waits for its team has better things to do.
  const isKnown = useWorld(({ world }) => world !== null)
  useEffect(() => (isKnown ? fetchWhenIdle(all) : undefined), [isKnown])
  const close = () => session.show(null)
  switch (overlay?.kind) {
    case "settings":
      return <SettingsOverlay page={overlay.page} onClose={close} />
    case "palette":
      return (
        <Palette
          key={`${overlay.mode} ${overlay.agentId}`}
          mode={overlay.mode}
          scope={overlay.agentId ?? subjectOf(session)}
          pages={settingsPages}
          offers={session.commands.offers}
          refuses={session.refuses}
          closed={session.closed()}
          onRun={session.commands.run}
          onClose={close}
        />
      )
    case "tasks":
      return <TasksOverlay onClose={close} />
    case "peek":
      return <Peek key={overlay.agentId} agentId={overlay.agentId} onClose={close} />
    case "rename":
      return <Rename key={overlay.agentId} agentId={overlay.agentId} onClose={close} />
    case "raise":
      return <Raise key={overlay.line} agentId={overlay.agentId} line={overlay.line} onClose={close} />
    case "audit":
      return <AuditOverlay text={overlay.text} onClose={close} />
    case "find":
      return <FindEverywhere text={overlay.text} first={overlay.agentId ?? subjectOf(session)} onClose={close} />
    case "help":
      return <ShortcutSheet topic={overlay.topic ?? ""} onClose={close} />
    case undefined:
      return null
  }
}
