// Owns: a window that one agent's chat has for itself: the same chat, whose head has the ways back and out, and all that is told in the main one:
// who works here must not miss what waits elsewhere, nor the moment to take a change back. What this window cannot do, the main one
// comes forward and does, for this agent: no key and no line of the menu is dead here.

import type { AgentId } from "@kibitz/contract"
import { useEffect, useMemo, useRef } from "react"
import type { Session } from "../kernel/session/offers.ts"
import { frameCommands } from "./commands/commands.ts"
import { useAppearance } from "./frame/appearance.ts"
import "./frame/frame.css"
import { AttentionAnnouncer } from "../features/attention/announced/attention-announcer.tsx"
import { ChangeAnnouncer } from "../features/attention/announced/change-announcer.tsx"
import { Chat } from "../features/chat/chat.tsx"
import { followPinches } from "../features/map/engine/pinch-out.ts"
import { Toasts } from "../features/toasts/index.ts"
import { type ActionId, actions } from "../kernel/keys/actions.ts"
import type { Commands } from "../kernel/keys/registry.ts"
import { windowTitle } from "../kernel/posture/axes.ts"
import { useAgent, useProjectTitle, useSession } from "../kernel/session/session-context.ts"
import { useFrameKeys } from "./frame/frame-keys.ts"
import { Overlays } from "./frame/overlays.tsx"
import { Ribbon } from "./frame/ribbon.tsx"
import "./window/window.css"

export function ChatWindow({ agentId }: { agentId: AgentId }) {
  const session = useSession<Session>()
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
