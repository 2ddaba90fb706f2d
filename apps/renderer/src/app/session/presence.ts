// Owns: that the agents whose chats are mounted are the agents that are joined, and no others (OPM-3). Whoever moves changes the view; here, and
// nowhere else, the host is told what that means. Overlays do not come here: they never leave anybody.
import { type AgentId, type ClientCommandInput, type JoinCause, jakeId, type LeaveCause, type PaneName } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import type { StoreApi } from "zustand/vanilla"
import type { Outcome } from "../../kernel/bridge/requests.ts"
import type { WorldState } from "../../kernel/replica/replica.ts"
import type { Navigation } from "../../kernel/view/navigation.ts"
import { focusedPane, mounted, type View, without } from "../../kernel/view/view.ts"

type Needs = {
  dispatch(command: ClientCommandInput): Promise<Outcome>
  readonly go: Pick<Navigation, "view" | "leaveAll">
  readonly world: StoreApi<WorldState>
  say(text: string): void
}

export type PresenceKeeper = {
  /** A new line: the host knows nothing of this client's panes, and what is mounted is joined again. */
  connected(): void
  /** Of every chat on this screen, because of a standing order of the user's. */
  leaveAll(cause: "standing-order"): void
}

export function createPresence({ dispatch, go, world, say }: Needs): PresenceKeeper {
  const { view } = go
  /** What the host has been told, pane by pane. */
  const told = new Map<PaneName, AgentId>()
  let toldFocus = ""
  let order: "standing-order" | null = null
  let isFirstLine = true

  /** Where one only looks nobody is joined, and there is nothing to tell. */
  const isLooking = () => world.getState().app?.readOnly !== undefined

  function tell(now: View): void {
    if (isLooking()) return
    const chats = mounted(now)
    for (const pane of [...told.keys()]) if (!chats.has(pane)) leave(now, pane)
    for (const [pane, { agentId, cause }] of chats) if (told.get(pane) !== agentId) join(pane, agentId, cause)
    tellFocus(now)
  }

  function join(pane: PaneName, agentId: AgentId, cause: JoinCause): void {
    told.set(pane, agentId)
    void dispatch({ type: "presence.join", agentId, pane, cause }).then((outcome) => {
      // Not connected is told elsewhere, and joined again when the line is back. Where one only looks, nobody is joined, and the chat stays.
      if (outcome.accepted || outcome.rejection.kind === "closing" || outcome.rejection.kind === "read-only") return
      if (told.get(pane) !== agentId) return
      // Nobody is shown as joined who is not.
      told.delete(pane)
      view.setState((so) => without(so, agentId, jakeId))
      say(outcome.rejection.message)
    })
  }

  function leave(now: View, pane: PaneName): void {
    told.delete(pane)
    const content = now.panes.find(({ name }) => name === pane)?.content
    const cause: Extract<LeaveCause, "close" | "zoom-out" | "switch" | "standing-order"> =
      order ?? (content === undefined ? "close" : content.kind === "map" ? "zoom-out" : "switch")
    void dispatch({ type: "presence.leave", pane, cause })
  }

  function tellFocus(now: View): void {
    const pane = focusedPane(now)
    const focus = { window: hasFocus(), pane: pane.content.kind === "chat" ? pane.name : null }
    const text = JSON.stringify(focus)
    if (text === toldFocus || isLooking()) return
    toldFocus = text
    void dispatch({ type: "focus.set", ...focus })
  }

  // One who is dismissed has been left by the host already; no pane, tab or way back leads there any more.
  world.subscribe(({ world: now }) => {
    if (!now) return
    for (const agentId of shownIn(view.getState())) {
      const agent = findAgent(now, agentId)
      if (agent?.standing.kind !== "dismissed") continue
      for (const [pane, one] of told) if (one === agentId) told.delete(pane)
      view.setState((so) => without(so, agentId, agent.parentId ?? jakeId))
    }
  })
  view.subscribe(tell)
  if (typeof addEventListener === "function") {
    addEventListener("focus", () => tellFocus(view.getState()))
    addEventListener("blur", () => tellFocus(view.getState()))
  }

  return {
    connected: () => {
      told.clear()
      toldFocus = ""
      for (const [pane, { agentId, cause }] of mounted(view.getState())) join(pane, agentId, isFirstLine ? cause : "rejoin")
      isFirstLine = false
      tellFocus(view.getState())
    },
    leaveAll: (cause) => {
      order = cause
      go.leaveAll()
      order = null
    },
  }
}

/** Everybody that a pane, a tab or a slot leads to. */
function shownIn({ panes, tabs, slots }: View): ReadonlySet<AgentId> {
  const chats = panes.flatMap(({ content }) => (content.kind === "chat" ? [content.agentId] : []))
  return new Set([...tabs, ...slots.map(({ agentId }) => agentId), ...chats])
}

function hasFocus(): boolean {
  return typeof document !== "undefined" && document.hasFocus()
}
