// Owns: the frame: title bar with tabs, rail, stage, inspector, status bar, and what lies over them.

import { jakeId } from "@kibitz/contract"
import { agentCounts } from "@kibitz/domain"
import { useEffect, useMemo } from "react"
import { AttentionAnnouncer } from "../features/attention/announced/attention-announcer.tsx"
import { ChangeAnnouncer } from "../features/attention/announced/change-announcer.tsx"
import { AttentionList } from "../features/attention/list/attention-list.tsx"
import { Inspector } from "../features/inspector/index.ts"
import { Rail } from "../features/rail/index.ts"
import { StatusBar } from "../features/statusbar/index.ts"
import { Toasts } from "../features/toasts/index.ts"
import { TreeView } from "../features/tree/tree-view.tsx"
import { overviewTitle, windowTitle } from "../kernel/posture/axes.ts"
import type { Frame, Session } from "../kernel/session/offers.ts"
import { later } from "../kernel/ui/later.tsx"
import { Loading } from "../kernel/ui/loading.tsx"
import { talkingTo } from "../kernel/view/view.ts"
import { goToChat } from "../kernel/ways/go-to-chat.ts"
import { frameCommands, showTasks } from "./commands/commands.ts"
import { useAppearance } from "./frame/appearance.ts"
import { closing } from "./frame/rail-ways.ts"
import { StandingOffer } from "./window/standing-offer.tsx"
import { useMenu } from "./window/use-menu.ts"
import "./frame/frame.css"
import { useAgent, useAgentName, useProjectTitle, useScreen, useSession, useView } from "../kernel/session/session-context.ts"
import { splitWith } from "../kernel/ways/ways.ts"
import { useFrameKeys } from "./frame/frame-keys.ts"
import { useFrameRoom } from "./frame/frame-room.ts"
import { useEscapeTakesInspector } from "./frame/laid-over.ts"
import { Overlays } from "./frame/overlays.tsx"
import { Ribbon } from "./frame/ribbon.tsx"
import { Stage } from "./frame/stage.tsx"
import { TitleBar } from "./frame/title-bar.tsx"

const DockedTasks = later<object>(async () => (await import("../features/tasks/tasks-overlay.tsx")).DockedTasks, TasksComing)

function TasksComing({ isFailed }: { isFailed: boolean }) {
  const { showPanels } = useSession<Frame>()
  if (isFailed) return <p className="pane-failed">The task list could not be read from disk. Close it and open it again.</p>
  return <Loading reason="Opening." wayOut={{ name: "Close the list", run: () => showPanels({ tasks: false }) }} lines={8} />
}

export function App() {
  const session = useSession<Session>()
  useFrameKeys(useMemo(() => frameCommands(session), [session]))
  useAppearance()
  useTitle()
  useMenu(session)
  const { rail, inspector, tasks } = useScreen((state) => state.panels)
  const talking = useView(talkingTo)
  const selected = useView((view) => view.selected)
  const panes = useView((view) => view.panes)
  const room = useFrameRoom(panes.length, tasks)
  const isLaidOver = useScreen((state) => state.isInspectorOver)
  const ways = useMemo(() => waysOf(session), [session])
  const isInspected = room.inspector === "over" ? isLaidOver : inspector
  useEscapeTakesInspector(session, isInspected && room.inspector === "over")
  const subject = talking ?? selected
  return (
    <div className="frame">
      <TitleBar />
      <div className="frame-middle">
        {rail.isOpen && (
          <Rail
            isNarrow={room.rail === "strip"}
            section={rail.section}
            onSection={(section) => session.showPanels({ rail: { isOpen: true, section } })}
            content={(section, onGo) => {
              const from = onGo ? closing(ways, onGo) : ways
              return section === "attention" ? <AttentionList ways={from} /> : <TreeView selected={selected} ways={from} />
            }}
          />
        )}
        <main className="stage">
          <Ribbon />
          <StandingOffer />
          <Toasts focused={talking} place={panes} onOpen={(item) => session.walk.to(item.agentId, [item.id])} />
          <Stage />
        </main>
        {tasks && (
          <div className="frame-tasks" data-over={room.tasks === "over" ? "" : undefined}>
            <DockedTasks />
          </div>
        )}
        {isInspected && (
          <div className="frame-inspector" data-over={room.inspector === "over" ? "" : undefined}>
            <Inspector agentId={subject} ways={ways} />
          </div>
        )}
      </div>
      <StatusBar agentId={subject} showsRemark={talking === null} ways={ways} />
      <Overlays />
      <AttentionAnnouncer />
      <ChangeAnnouncer />
    </div>
  )
}

/** What buttons of the rail, the inspector and the status bar lead to. */
function waysOf(session: Session) {
  const { go, walk } = session
  return {
    open: walk.to,
    next: walk.next,
    previous: walk.previous,
    join: (agentId: Parameters<typeof go.to>[0]) => goToChat(session, agentId),
    room: session.lookAt,
    peek: (agentId: Parameters<typeof go.to>[0]) => session.show({ kind: "peek", agentId }),
    split: (agentId: Parameters<typeof go.to>[0]) => splitWith(session, agentId),
    select: go.select,
    access: () => session.show({ kind: "settings", page: "access" }),
    close: () => session.showInspector(false),
    review: () => session.showPanels({ rail: { isOpen: true, section: "attention" } }),
    active: () => showTasks(session),
    cost: () => go.show({ kind: "cost" }),
    settings: () => session.show({ kind: "settings", page: "general" }),
    help: () => session.show({ kind: "help" }),
  } as const
}

function useTitle(): void {
  const talking = useView(talkingTo)
  const subject = talking ?? jakeId
  const name = useAgentName(subject)
  const posture = useAgent(subject, (agent) => agent.posture)
  const needed = useAgent(jakeId, ({ tally }) => agentCounts(tally).needsYou) ?? 0
  const project = useProjectTitle()
  useEffect(() => {
    document.title = talking === null ? overviewTitle(needed, project) : windowTitle(name, posture, project)
  }, [talking, name, posture, needed, project])
}
