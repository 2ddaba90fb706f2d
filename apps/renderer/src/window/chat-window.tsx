// Owns: a window that one agent's chat has for itself: the same chat, whose head has the ways back and out, and all that is told in the main one:
// who works here must not miss what waits elsewhere, nor the moment to take a change back. What this window cannot do, the main one
// comes forward and does, for this agent: no key and no line of the menu is dead here.
import type { AgentId } from "@kibitz/contract"
import { useEffect, useMemo, useRef } from "react"
import { useAppearance } from "../app/appearance.ts"
import { frameCommands } from "../app/commands.ts"
import "../app/frame.css"
import { useFrameKeys } from "../app/frame-keys.ts"
import { Overlays } from "../app/overlays.tsx"
import { Ribbon } from "../app/ribbon.tsx"
import type { Session } from "../app/session.ts"
import { useAgent, useProjectTitle, useSession } from "../app/session-context.ts"
import { AttentionAnnouncer } from "../attention/attention-announcer.tsx"
import { ChangeAnnouncer } from "../attention/change-announcer.tsx"
import { Chat } from "../chat/chat.tsx"
import { type ActionId, actions } from "../keys/actions.ts"
import type { Commands } from "../keys/registry.ts"
import { followPinches } from "../map/pinch-out.ts"
import { windowTitle } from "../posture/axes.ts"
import { Toasts } from "../toasts/index.ts"
import "./window.css"

export function ChatWindow({ agentId }: { agentId: AgentId }) {
  const session = useSession()
  useFrameKeys(useMemo(() => windowCommands(session), [session]))
  useAppearance()
  useTitle(agentId)
  const stage = useRef<HTMLElement>(null)
  useEffect(() => (stage.current ? followPinches(session, stage.current, () => session.go.zoomOut()) : undefined), [session])
  return (
    <div className="frame chat-window">
      <main ref={stage} className="stage pane" data-has-keys="">
        <Ribbon />
        <Toasts focused={agentId} place={agentId} onOpen={(item) => session.walk.to(item.agentId, [item.id])} />
        <Chat agentId={agentId} />
      </main>
      <Overlays />
      <AttentionAnnouncer />
      <ChangeAnnouncer />
    </div>
  )
}

/** Done here: what concerns this chat, and what lies over it. */
const here: ReadonlySet<ActionId> = new Set<ActionId>([
  "zoom-out",
  "zoom-out-now",
  "region-next",
  "region-previous",
  // Here it is known whom it is to be beside; the pane is the main window's.
  "split",
  "pop-out",
  "full-screen",
  "settings",
  "help",
  "pause",
  "hold-all",
  "work-mode",
  "repair",
  "run-autonomous",
  "run-assisted",
  "run-manual",
  "access",
  "new-child",
  "text-larger",
  "text-smaller",
  "text-normal",
])

function windowCommands(session: Session): Commands {
  const { shell } = session
  const frame = frameCommands(session)
  return Object.fromEntries(
    actions.flatMap(({ id, where }): [ActionId, Commands[ActionId]][] => {
      if (id === "close-pane") return [[id, shell.close]]
      const command = frame[id]
      if (here.has(id)) return command ? [[id, command]] : []
      // Without a frame around it, what the frame does is done where there is one.
      return command && where.includes("global") ? [[id, (agentId) => shell.runInMain(id, agentId)]] : []
    }),
  )
}

function useTitle(agentId: AgentId): void {
  const name = useAgent(agentId, (agent) => agent.name)
  const posture = useAgent(agentId, (agent) => agent.posture)
  const project = useProjectTitle()
  useEffect(() => {
    if (name === undefined || project === undefined) return
    document.title = windowTitle(name, posture, project)
  }, [name, posture, project])
}
