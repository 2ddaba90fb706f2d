// Owns: the ways to get about on this screen, for whoever has a button or a key for one. Every way is a change of the view and nothing else.
import { type AgentId, type ItemId, type JoinCause, jakeId, type PaneName } from "@kibitz/contract"
import { createStore, type StoreApi } from "zustand/vanilla"
import type { Keep } from "../keep/keep.ts"
import { keepView, readView } from "./kept-view.ts"
import * as views from "./view.ts"

export type Navigation = {
  readonly view: StoreApi<views.View>
  /** Whom the user was with last, over restarts; null: nobody yet. */
  last(): AgentId | null
  /**
   * Opens this agent's chat in the focused pane, which joins it; what the pane showed before is left in the same step. False: it is shown in
   * another window, which comes forward with these items.
   */
  to(agentId: AgentId, cause?: JoinCause, items?: readonly ItemId[]): boolean
  zoomOut(): void
  /** Out of the cost view, to where one was before it. */
  putAway(): void
  /** No chat is shown on this screen any more. */
  leaveAll(): void
  show(content: Exclude<views.PaneContent, { kind: "chat" }>): void
  /** In a pane of its own; where there is no room for another, in place of the map. False: only a chat could make room, and none is left for it. */
  split(agentId: AgentId): boolean
  closePane(name?: PaneName): void
  focusPane(name: PaneName): void
  /** As many as there is room for. */
  fit(): void
  select(agentId: AgentId): void
  /** To where the walk through what waits began, or to the place before this one. False, as with those below: there was nowhere to go. */
  back(): boolean
  forward(): boolean
  pin(agentId: AgentId, slot: number): void
  unpin(agentId: AgentId): void
  /** At the end, neither focused nor joined. */
  openTab(agentId: AgentId): void
  moveTab(agentId: AgentId, before: AgentId | null): void
  closeTab(agentId: AgentId): void
  reopenTab(): boolean
  nextTab(by: 1 | -1): boolean
  slot(slot: number): boolean
}

/** Chats that this screen does not show itself: they are in other windows. */
export type Beyond = { has(agentId: AgentId): boolean; go(agentId: AgentId, items: readonly ItemId[], cause: JoinCause): void }

export type NavigationOptions = {
  /** How many panes there is room for now. */
  readonly room?: () => number
  /** The user goes somewhere. Not for what comes about by itself, or of something asked for earlier: that takes nothing from before the user's eyes. */
  readonly onWay?: () => void
  readonly beyond?: Beyond
  /** The one chat that this screen is for. Nothing of its view is kept: it is gone with the window. */
  readonly home?: { readonly agentId: AgentId; readonly cause: JoinCause } | null
}

const nowhere: Beyond = { has: () => false, go: () => {} }

export function createNavigation(keep: Keep, options: NavigationOptions = {}): Navigation {
  const { room = () => views.MOST_PANES, beyond = nowhere, home = null, onWay = () => {} } = options
  const kept = home
    ? { view: views.goTo(views.openingView(home.agentId), home.agentId, home.cause), last: null }
    : readView(keep, jakeId)
  const view = createStore<views.View>(() => kept.view)
  let last: AgentId | null = kept.last
  view.subscribe((now, before) => {
    const talking = views.talkingTo(now)
    if (talking !== null) last = talking
    if (home === null && (now.tabs !== before.tabs || now.slots !== before.slots || talking !== null)) keepView(keep, now, last)
  })
  /** Nobody is joined twice: a chat that another window shows is not opened here (ux 2.3). */
  const move = (how: (so: views.View) => views.View, items: readonly ItemId[] = []): boolean => {
    const before = view.getState()
    const next = how(before)
    for (const { agentId, cause } of views.mounted(next).values()) {
      if (views.paneOf(before, agentId) || !beyond.has(agentId)) continue
      beyond.go(agentId, items, cause)
      return false
    }
    view.setState(next, true)
    return true
  }
  const change: Change = (how) => void move(how)
  const goes: Change = (how) => {
    onWay()
    change(how)
  }
  /** The way back does not lead to what is elsewhere now. */
  const here = (so: views.View) => views.withoutPlaces(so, beyond.has)
  return {
    view,
    last: () => last,
    to: (agentId, cause = "navigate", items) => {
      // A child comes a moment after it was asked for.
      if (cause !== "spawned") onWay()
      return move((so) => views.goTo(so, agentId, cause), items)
    },
    zoomOut: () => goes(views.zoomOut),
    putAway: () => goes((so) => views.putAway(here(so))),
    leaveAll: () => change(views.leaveAll),
    show: (content) => goes((so) => views.show(so, content)),
    split: (agentId) => {
      const fits = beyond.has(agentId) || views.canSplit(view.getState(), agentId, room())
      if (fits) goes((so) => views.split(so, agentId, room()))
      return fits
    },
    // By name it is one that has moved to another window, or whose own button was pressed.
    closePane: (name) => (name === undefined ? goes : change)((so) => views.closePane(so, name ?? so.focused)),
    focusPane: (name) => change((so) => views.focusPane(so, name)),
    fit: () => change((so) => views.fitPanes(so, room())),
    select: (agentId) => change((so) => views.select(so, agentId)),
    back: () => {
      const { back, walkedFrom } = here(view.getState())
      const leads = walkedFrom !== null || back.length > 0
      if (leads) goes((so) => views.goBack(here(so)))
      return leads
    },
    forward: () => {
      const leads = here(view.getState()).forward.length > 0
      if (leads) goes((so) => views.goForward(here(so)))
      return leads
    },
    ...tabWays(view, change, goes),
  }
}

type TabWays = Pick<Navigation, "pin" | "openTab" | "unpin" | "moveTab" | "closeTab" | "reopenTab" | "nextTab" | "slot">
type Change = (how: (so: views.View) => views.View) => void

/** `goes`: the user goes somewhere by it; `change`: nothing is taken from before their eyes. */
function tabWays(view: StoreApi<views.View>, change: Change, goes: Change): TabWays {
  return {
    pin: (agentId, slot) => change((so) => views.pin(so, agentId, slot)),
    openTab: (agentId) => change((so) => views.openTab(so, agentId)),
    unpin: (agentId) => change((so) => views.unpin(so, agentId)),
    moveTab: (agentId, before) => change((so) => views.moveTab(so, agentId, before)),
    closeTab: (agentId) => change((so) => views.closeTab(so, agentId)),
    reopenTab: () => {
      const leads = view.getState().closedTabs.length > 0
      if (leads) goes(views.reopenTab)
      return leads
    },
    nextTab: (by) => {
      const now = view.getState()
      const next = views.tabBeside(now, by)
      if (next === null || next === views.talkingTo(now)) return false
      goes((so) => views.goTo(so, next, "tab"))
      return true
    },
    slot: (slot) => {
      const agentId = views.inSlot(view.getState(), slot)
      if (agentId === null) return false
      goes((so) => views.goTo(so, agentId, "tab"))
      return true
    },
  }
}

const RAIL = 280
const PANE = 400

/** A chat needs a certain width to be read (ux 2.4); the rail has its own. `unit`: 1 at the usual text size; larger text needs more of both. */
export function panesThatFit(width: number, unit: number): number {
  const units = width / unit
  const readable = Math.max(1, Math.floor((units - RAIL) / PANE))
  return Math.min(readable, units < 1000 ? 1 : units < 1600 ? 2 : views.MOST_PANES)
}
