// Owns: the zoom map as the content of a pane: what a gesture or a key on it means for where the user is.

import { type AgentId, type ItemId, type JoinCause, jakeId, type PaneName } from "@kibitz/contract"
import { useStore } from "zustand"
import { MapView } from "../../features/map/map-view.tsx"
import { useShownKey } from "../../kernel/keyboard/use-keys.ts"
import type { HasShell, Session } from "../../kernel/session/offers.ts"
import { useAgent, useReadOnly, useScreen, useSession, useView } from "../../kernel/session/session-context.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { recallSlot, splitWith } from "../../kernel/ways/ways.ts"

export function MapPane({ pane }: { pane: PaneName }) {
  const session = useSession<Session>()
  const { go, walk } = session
  const chosen = useView((view) => view.selected)
  const isThere = useAgent(chosen, () => true) === true
  // Of another project, or of data that is gone.
  const selected = isThere ? chosen : jakeId
  const lookAt = useScreen((state) => state.lookAt)
  return (
    <div className="map-pane">
      <MapView
        pane={pane}
        selected={selected}
        lookAt={lookAt}
        onJoin={(agentId, cause, card = false) => {
          // A wheel zooms the map it is over, whichever pane has the keys: the chat comes where the map was, and no other is left for it.
          go.focusPane(pane)
          join(session, agentId, cause, card)
        }}
        onSelect={go.select}
        onPeek={(agentId) => session.show({ kind: "peek", agentId })}
        onSpawn={session.spawn}
        onSplit={(agentId) => splitWith(session, agentId)}
        onRename={(agentId) => session.show({ kind: "rename", agentId })}
        onSay={(text) => session.remark(text, "quiet")}
        onNext={(direction) => (direction === 1 ? walk.next() : walk.previous())}
        onSlot={(slot) => recallSlot(session, slot)}
        onPin={go.pin}
      />
      <Rejoin selected={selected} />
    </div>
  )
}

/** A press on what an agent waits for leads to that card; everything else to where one writes. */
function join(session: Session, agentId: AgentId, cause: JoinCause, card: boolean): void {
  if (card) return session.walk.to(agentId, waitingFor(session, agentId), cause)
  const isAgain = cause === "navigate" && session.screen.getState().last === agentId
  goToChat(session, agentId, isAgain ? "rejoin" : cause)
}

function waitingFor(session: Session, agentId: AgentId): readonly ItemId[] {
  const { world } = session.replica.world.getState()
  const entry = world && session.desk.order(world).find(({ items }) => items.some((item) => item.agentId === agentId))
  return entry ? entry.items.map(({ id }) => id) : []
}

/** After a start nobody is joined, and the one from before is one key away (OPM-11). */
function Rejoin({ selected }: { selected: AgentId }) {
  const isElsewhere = useStore(useSession<HasShell>().shell.poppedOut, (windows) => windows.has(selected))
  const last = useScreen((state) => state.last)
  const isAlone = useView((view) => view.panes.every(({ content }) => content.kind !== "chat"))
  const name = useAgent(selected, (agent) => agent.name)
  const isReadOnly = useReadOnly() !== undefined
  const way = isElsewhere ? "to the window of" : isReadOnly ? "to read" : "to rejoin"
  const key = useShownKey("zoom-in")
  if (!isAlone || last !== selected || name === undefined || key === "") return null
  return (
    <p className="rejoin" data-testid="rejoin">
      <kbd>{key}</kbd> {way} <bdi>{name}</bdi>
    </p>
  )
}
