// Owns: what can be done to the agent of a line, at the place where it was asked for.

import type { AgentId } from "@kibitz/contract"
import { AgentControls } from "../../kernel/agents/agent-controls.tsx"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import type { Asks, Frame, Places } from "../../kernel/session/offers.ts"
import { useAgent, useSession, useView } from "../../kernel/session/session-context.ts"
import { Popover } from "../../kernel/ui/popover.tsx"
import { freeSlot, slotOf } from "../../kernel/view/view.ts"
import type { TreeWays } from "./tree-view.tsx"

export type MenuPlace = { readonly agentId: AgentId; readonly x: number; readonly y: number }
type TreeMenuProps = {
  place: MenuPlace
  ways: TreeWays
  isChosen: boolean
  /** Into the selection, or out of it. */
  onChoose(agentId: AgentId): void
  onClose(): void
}

export function TreeMenu({ place, ways, isChosen, onChoose, onClose }: TreeMenuProps) {
  const { agentId, x, y } = place
  const name = useAgent(agentId, (agent) => agent.name)
  const join = useTitleWithKey("Open its chat", "zoom-in")
  const room = useTitleWithKey("Its room on the map, without joining", "zoom-room")
  const peek = useTitleWithKey("Look without joining", "peek")
  const rename = useTitleWithKey("Another name", "rename")
  const choose = useTitleWithKey("Do something with several at once", "select-toggle")
  const session = useSession<Asks & Frame & Places>()
  const word = useJoinWord()
  const slots = useView((view) => view.slots)
  const slot = slotOf({ slots }, agentId)
  const free = freeSlot({ slots })
  const hasGaps = useAgent(agentId, (agent) => agent.room.free.length > 0)
  if (name === undefined) return null
  const then = (what: (id: AgentId) => void) => () => {
    onClose()
    what(agentId)
  }
  return (
    <div className="tree-menu-home" style={{ left: x, top: y }}>
      <Popover label={`What to do with ${name}`} testId="tree-menu" className="tree-menu" onClose={onClose}>
        <p className="tree-menu-name">
          <bdi>{name}</bdi>
        </p>
        <div className="agent-ways">
          <button type="button" className="button button-small" data-first-focus="menu" title={join} onClick={then(ways.join)}>
            {word}
          </button>
          <button type="button" className="button button-small" title={room} onClick={then(ways.room)}>
            Its room
          </button>
          <button type="button" className="button button-small" title={peek} onClick={then(ways.peek)}>
            Peek
          </button>
          <button type="button" className="button button-small" onClick={then(ways.split)}>
            Open beside
          </button>
          <ChangeButton
            className="button button-small"
            title={rename}
            onClick={then((id) => session.show({ kind: "rename", agentId: id }))}
          >
            Rename…
          </ChangeButton>
          <button type="button" className="button button-small" title={choose} onClick={then(onChoose)}>
            {isChosen ? "Take out of the selection" : "Add to the selection"}
          </button>
          {slot !== null && (
            <button type="button" className="button button-small" onClick={then(session.go.unpin)}>
              Unpin from slot {slot}
            </button>
          )}
          {slot === null && free !== null && (
            <button type="button" className="button button-small" onClick={then((id) => session.go.pin(id, free))}>
              Pin to slot {free}
            </button>
          )}
          {hasGaps && (
            <ChangeButton
              className="button button-small"
              title="Close the gaps its room has on the map"
              onClick={then((id) => void session.ask({ type: "room.tidy", agentId: id }))}
            >
              Tidy its room
            </ChangeButton>
          )}
        </div>
        <AgentControls agentId={agentId} onDone={onClose} />
      </Popover>
    </div>
  )
}
