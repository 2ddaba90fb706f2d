// Owns: the head of a chat (ux 1.3): where the agent sits, what it may do, which model it uses and what that costs, and the ways out.

import type { AgentId } from "@kibitz/contract"
import { modelFor, spentWith } from "@kibitz/domain"
import { Ellipsis, SquareArrowDownLeft, SquareArrowOutUpRight, X, ZoomOut } from "lucide-react"
import { useState } from "react"
import { AgentControls } from "../../../kernel/agents/agent-controls.tsx"
import { contextLine, contextTitle, contextTokens } from "../../../kernel/agents/head-facts.ts"
import { useTitleWithKey } from "../../../kernel/keyboard/use-keys.ts"
import { Outlet } from "../../../kernel/outlets/outlets.tsx"
import type { HasShell, Places, Remarks } from "../../../kernel/session/offers.ts"
import {
  useAgent,
  useConnection,
  useSession,
  useSettings,
  useTranscript,
  useView,
} from "../../../kernel/session/session-context.ts"
import { Popover } from "../../../kernel/ui/popover.tsx"
import { paneOf } from "../../../kernel/view/view.ts"
import { money } from "../../../kernel/words/attention-copy.ts"
import { HeadCrumbs } from "./head-crumbs.tsx"
import "./head.css"

export function ChatHead({ agentId, name }: { agentId: AgentId; name: string }) {
  return (
    <header className="chat-head" data-testid="chat-head" data-region="chat-head">
      <HeadCrumbs agentId={agentId} />
      <div className="head-facts">
        <Outlet name="posture" agentId={agentId} />
        <Facts agentId={agentId} />
      </div>
      <Ways agentId={agentId} name={name} />
    </header>
  )
}

function Facts({ agentId }: { agentId: AgentId }) {
  const settings = useSettings()
  const agent = useAgent(agentId, (state) => state)
  const isRehearsal = useConnection()?.using === "rehearsal"
  const tokens = useTranscript((state) => contextTokens(state.items))
  if (!settings || !agent) return null
  const spent = spentWith(agent)
  return (
    <p className="head-numbers">
      <span className="head-model">{isRehearsal ? "rehearsal model" : modelFor(settings, agent).model}</span>
      {tokens !== null && (
        <span data-testid="context" title={contextTitle(tokens)}>
          {contextLine(tokens)}
        </span>
      )}
      <span data-testid="spent" title={`${money(agent.spentUsd)} itself, ${money(agent.spentBelowUsd)} its team`}>
        {money(spent)}
        {isRehearsal && <span className="head-rehearsal"> (rehearsal)</span>}
      </span>
    </p>
  )
}

function Ways({ agentId, name }: { agentId: AgentId; name: string }) {
  const session = useSession<HasShell & Remarks & Places>()
  const { go, shell } = session
  const pane = useView((view) => paneOf(view, agentId)?.name)
  const hasOthers = useView((view) => view.panes.length > 1)
  const out = useTitleWithKey("Zoom out, which leaves", "zoom-out")
  const isOwnWindow = shell.window.kind === "chat"
  const pop = useTitleWithKey(isOwnWindow ? "Back to the main window" : "Move to a window of its own", "pop-out")
  const popOut = () => void shell.popOut(agentId).then((why) => why !== null && session.remark(why))
  const close = useTitleWithKey(`Close this ${isOwnWindow ? "window" : "pane"}, which leaves`, "close-pane")
  const inPane = (act: () => void) => () => {
    if (pane !== undefined) go.focusPane(pane)
    act()
  }
  return (
    <div className="head-ways">
      {/* In a window of its own there is nothing further out to see. */}
      {!isOwnWindow && (
        <button
          type="button"
          className="icon-button"
          aria-label="Zoom out"
          title={out}
          data-testid="zoom-out"
          onClick={inPane(go.zoomOut)}
        >
          <ZoomOut size="0.9375rem" aria-hidden />
        </button>
      )}
      {shell.isThere && (
        <button
          type="button"
          className="icon-button"
          aria-label={isOwnWindow ? "Back to the main window" : "Pop out"}
          title={pop}
          data-testid="pop-out"
          onClick={popOut}
        >
          {isOwnWindow ? (
            <SquareArrowDownLeft size="0.875rem" aria-hidden />
          ) : (
            <SquareArrowOutUpRight size="0.875rem" aria-hidden />
          )}
        </button>
      )}
      <More agentId={agentId} name={name} />
      {(hasOthers || isOwnWindow) && pane !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={isOwnWindow ? "Close this window" : `Close ${name}`}
          title={close}
          onClick={() => (isOwnWindow ? shell.close() : go.closePane(pane))}
        >
          <X size="0.9375rem" aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Pause, stop, go on, redirect, dismiss: what one does to the agent whose chat this is. */
function More({ agentId, name }: { agentId: AgentId; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="head-more">
      <button
        type="button"
        className="icon-button"
        data-testid="agent-ways"
        aria-label={`Pause, stop, redirect ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={`What ${name} is to do`}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size="1rem" aria-hidden />
      </button>
      {isOpen && (
        <Popover label={`What ${name} is to do`} testId="agent-ways-panel" className="ways-panel" onClose={() => setOpen(false)}>
          <AgentControls agentId={agentId} onDone={() => setOpen(false)} />
        </Popover>
      )}
    </span>
  )
}
