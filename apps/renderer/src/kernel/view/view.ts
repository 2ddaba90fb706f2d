// Owns: where the user is on this screen, as a value: panes, tabs, the way back, what is selected. Joined are exactly the agents whose chats are in
// a pane (OPM-3): whoever changes a pane changes presence, and nothing else does. Pure, so that every way of getting about can be tested.
import type { AgentId, JoinCause, PaneName } from "@kibitz/contract"

export type PaneContent =
  | { readonly kind: "map" }
  | { readonly kind: "chat"; readonly agentId: AgentId; readonly cause: JoinCause }
  | { readonly kind: "cost" }
  /** What a first start shows (first-run). */
  | { readonly kind: "welcome" }
export type Pane = { readonly name: PaneName; readonly content: PaneContent }

/** Whom the user has given a number, 1–9. It is theirs until the user takes it away or gives it to another; closing the tab does neither. */
export type Slotted = { readonly agentId: AgentId; readonly slot: number }

export type View = {
  /** Left to right; at least one. */
  readonly panes: readonly Pane[]
  /** Which one has the keys. */
  readonly focused: PaneName
  /** On the map and in the tree; what Enter joins. */
  readonly selected: AgentId
  /** Bookmarks, not presence, in the user's own order: those with a slot first, by number. Status never reorders them. */
  readonly tabs: readonly AgentId[]
  /** By number; also of those whose tab is closed. */
  readonly slots: readonly Slotted[]
  /** Newest last. */
  readonly closedTabs: readonly AgentId[]
  readonly back: readonly Place[]
  readonly forward: readonly Place[]
  /** Where the walk through what needs the user began; null while nobody walks. */
  readonly walkedFrom: Place | null
}

/** What the focused pane showed, and what was selected. */
export type Place = { readonly content: PaneContent; readonly selected: AgentId }

export const MOST_PANES = 4
const KEPT_PLACES = 100
const KEPT_CLOSED = 20
const names: readonly PaneName[] = ["p1", "p2", "p3", "p4"]

export function openingView(selected: AgentId, tabs: readonly AgentId[] = [], slots: readonly Slotted[] = []): View {
  return {
    panes: [{ name: "p1", content: { kind: "map" } }],
    focused: "p1",
    selected,
    tabs,
    slots,
    closedTabs: [],
    back: [],
    forward: [],
    walkedFrom: null,
  }
}

export function paneOf(view: View, agentId: AgentId): Pane | undefined {
  return view.panes.find(({ content }) => content.kind === "chat" && content.agentId === agentId)
}

export function focusedPane(view: View): Pane {
  const pane = view.panes.find(({ name }) => name === view.focused) ?? view.panes[0]
  if (!pane) throw new Error("bug: a view has no pane")
  return pane
}

/** Whose chat has the keys; null: none has. */
export function talkingTo(view: View): AgentId | null {
  const { content } = focusedPane(view)
  return content.kind === "chat" ? content.agentId : null
}

/** Opens its chat in the focused pane, or goes to the pane that shows it already: never joined twice. */
export function goTo(view: View, agentId: AgentId, cause: JoinCause): View {
  const shown = paneOf(view, agentId)
  const tabbed = withTab({ ...view, selected: agentId }, agentId)
  if (shown) return { ...tabbed, focused: shown.name, ...walking(view, cause) }
  return {
    ...withContent(departed(tabbed, view, cause), view.focused, { kind: "chat", agentId, cause }),
    ...walking(view, cause),
  }
}

/** From the chat to the map, which shows where that was. Beside a map that is there already the pane closes: one is enough. */
export function zoomOut(view: View): View {
  const map = view.panes.find(({ name, content }) => content.kind === "map" && name !== view.focused)
  if (!map) return show(view, { kind: "map" })
  const { selected } = view
  return { ...closePane(departed(view, view, null), view.focused), selected, focused: map.name, walkedFrom: null }
}

/** Out of what lies over the way, to where one was before it; a chat is joined again, as by the way back. What is shown beside it is not shown twice. */
export function putAway(view: View): View {
  const before = view.back.at(-1)?.content
  const isToShow = before?.kind === "chat" ? !paneOf(view, before.agentId) : before?.kind === "welcome"
  return isToShow ? goBack(view) : zoomOut(view)
}

/** To the map, with every chat. */
export function leaveAll(view: View): View {
  if (mounted(view).size === 0) return view
  const pane: Pane = { name: view.focused, content: { kind: "map" } }
  return { ...departed(view, view, null), panes: [pane], walkedFrom: null }
}

export function show(view: View, content: Exclude<PaneContent, { kind: "chat" }>): View {
  if (focusedPane(view).content.kind === content.kind) return view
  const moved = withContent(departed(view, view, null), view.focused, content)
  return { ...moved, walkedFrom: null }
}

/** Whether it can be opened beside the others without anybody being left for it: where no chat has the keys, it may come in that place. */
export function canSplit(view: View, agentId: AgentId, most: number): boolean {
  return paneOf(view, agentId) !== undefined || talkingTo(view) === null || hasRoom(view, most)
}

const hasRoom = ({ panes }: View, most: number) => panes.length < Math.min(most, MOST_PANES)

/** A pane of its own beside the others; no more than `most` fit. */
export function split(view: View, agentId: AgentId, most: number): View {
  const shown = paneOf(view, agentId)
  if (shown) return { ...view, focused: shown.name, selected: agentId }
  const name = names.find((one) => view.panes.every((pane) => pane.name !== one))
  if (!name || !hasRoom(view, most)) return goTo(view, agentId, "split")
  const at = view.panes.findIndex((pane) => pane.name === view.focused)
  const pane: Pane = { name, content: { kind: "chat", agentId, cause: "split" } }
  return withTab({ ...view, panes: view.panes.toSpliced(at + 1, 0, pane), focused: name, selected: agentId }, agentId)
}

/** The last pane is not closed but zoomed out. */
export function closePane(view: View, name: PaneName): View {
  const at = view.panes.findIndex((pane) => pane.name === name)
  if (at < 0) return view
  if (view.panes.length === 1) return zoomOut(view)
  const panes = view.panes.toSpliced(at, 1)
  if (view.focused !== name) return { ...view, panes }
  return withKeys({ ...view, panes }, panes[Math.max(0, at - 1)]?.name ?? view.focused)
}

/** A narrower window has room for fewer; the focused one stays, those furthest from it go. */
export function fitPanes(view: View, most: number): View {
  let next = view
  while (next.panes.length > Math.max(1, most)) {
    const at = next.panes.findIndex(({ name }) => name === next.focused)
    const last = next.panes.length - 1
    const goes = next.panes[at >= last - at ? 0 : last]
    if (!goes) break
    next = closePane(next, goes.name)
  }
  return next
}

export function focusPane(view: View, name: PaneName): View {
  return view.panes.some((pane) => pane.name === name) ? withKeys(view, name) : view
}

/** Whoever one comes to be with is selected, as after going there: zooming out, the map must show where one was, not who was beside it. */
function withKeys(view: View, name: PaneName): View {
  const next = { ...view, focused: name }
  return { ...next, selected: talkingTo(next) ?? view.selected }
}

export function select(view: View, agentId: AgentId): View {
  return view.selected === agentId ? view : { ...view, selected: agentId }
}

export function goBack(view: View): View {
  const place = view.walkedFrom ?? view.back.at(-1)
  if (!place) return view
  const back = view.walkedFrom ? view.back : view.back.slice(0, -1)
  return { ...to(view, place), back, forward: [...view.forward, placeOf(view)].slice(-KEPT_PLACES), walkedFrom: null }
}

export function goForward(view: View): View {
  const place = view.forward.at(-1)
  if (!place) return view
  return {
    ...to(view, place),
    forward: view.forward.slice(0, -1),
    back: [...view.back, placeOf(view)].slice(-KEPT_PLACES),
    walkedFrom: null,
  }
}

/** Whoever had that number has none any more. */
export function pin(view: View, agentId: AgentId, slot: number): View {
  const others = view.slots.filter((one) => one.agentId !== agentId && one.slot !== slot)
  return withTab(withSlots(view, [...others, { agentId, slot }]), agentId)
}

/** At the end, neither focused nor joined. */
export function openTab(view: View, agentId: AgentId): View {
  return withTab(view, agentId)
}

export function unpin(view: View, agentId: AgentId): View {
  return withSlots(
    view,
    view.slots.filter((one) => one.agentId !== agentId),
  )
}

/** To the place of another; within slots the numbers decide. */
export function moveTab(view: View, agentId: AgentId, before: AgentId | null): View {
  if (!view.tabs.includes(agentId) || agentId === before) return view
  const others = view.tabs.filter((one) => one !== agentId)
  const at = before === null ? -1 : others.indexOf(before)
  return inOrder({ ...view, tabs: others.toSpliced(at < 0 ? others.length : at, 0, agentId) })
}

/** Leaves it where it is open. Its number stays its own (ux 2.4). */
export function closeTab(view: View, agentId: AgentId): View {
  const pane = paneOf(view, agentId)
  const left = pane ? closePane(view, pane.name) : view
  if (!left.tabs.includes(agentId)) return left
  return {
    ...left,
    tabs: left.tabs.filter((one) => one !== agentId),
    closedTabs: [...left.closedTabs, agentId].slice(-KEPT_CLOSED),
  }
}

export function reopenTab(view: View): View {
  const agentId = view.closedTabs.at(-1)
  if (agentId === undefined) return view
  return goTo({ ...view, closedTabs: view.closedTabs.slice(0, -1) }, agentId, "tab")
}

/** The tab `by` places further, round and round, from the one that is open or selected. */
export function tabBeside(view: View, by: number): AgentId | null {
  if (view.tabs.length === 0) return null
  const at = view.tabs.indexOf(talkingTo(view) ?? view.selected)
  const from = at < 0 ? (by > 0 ? -1 : 0) : at
  return view.tabs[(from + by + view.tabs.length * 2) % view.tabs.length] ?? null
}

export function inSlot(view: View, slot: number): AgentId | null {
  return view.slots.find((one) => one.slot === slot)?.agentId ?? null
}

export function slotOf({ slots }: Pick<View, "slots">, agentId: AgentId): number | null {
  return slots.find((one) => one.agentId === agentId)?.slot ?? null
}

/** The lowest number nobody has; null: all nine are given. */
export function freeSlot({ slots }: Pick<View, "slots">): number | null {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].find((slot) => slots.every((one) => one.slot !== slot)) ?? null
}

/** An agent that is gone is shown nowhere. */
export function without(view: View, agentId: AgentId, instead: AgentId): View {
  const panes = view.panes.map(
    (pane): Pane =>
      pane.content.kind === "chat" && pane.content.agentId === agentId ? { ...pane, content: { kind: "map" } } : pane,
  )
  const isHere = ({ content, selected }: Place) =>
    selected !== agentId && !(content.kind === "chat" && content.agentId === agentId)
  return {
    ...view,
    panes,
    selected: view.selected === agentId ? instead : view.selected,
    tabs: view.tabs.filter((tab) => tab !== agentId),
    slots: view.slots.filter((one) => one.agentId !== agentId),
    closedTabs: view.closedTabs.filter((tab) => tab !== agentId),
    back: view.back.filter(isHere),
    forward: view.forward.filter(isHere),
    walkedFrom: view.walkedFrom && isHere(view.walkedFrom) ? view.walkedFrom : null,
  }
}

/** The ways back and forward, past the chats of these. */
export function withoutPlaces(view: View, isGone: (agentId: AgentId) => boolean): View {
  const isThere = ({ content }: Place) => content.kind !== "chat" || !isGone(content.agentId)
  const walkedFrom = view.walkedFrom && isThere(view.walkedFrom) ? view.walkedFrom : null
  return { ...view, back: view.back.filter(isThere), forward: view.forward.filter(isThere), walkedFrom }
}

/** What presence has to be: pane by pane, for the one place that tells the host. */
export function mounted(view: View): ReadonlyMap<PaneName, { readonly agentId: AgentId; readonly cause: JoinCause }> {
  const chats = new Map<PaneName, { agentId: AgentId; cause: JoinCause }>()
  for (const { name, content } of view.panes) if (content.kind === "chat") chats.set(name, content)
  return chats
}

function to(view: View, { content, selected }: Place): View {
  const shown = content.kind === "chat" ? paneOf(view, content.agentId) : undefined
  if (shown) return { ...view, focused: shown.name, selected }
  return withContent({ ...view, selected }, view.focused, content.kind === "chat" ? { ...content, cause: "navigate" } : content)
}

/** A walk is one step of the way back, however many it passes. */
function walking(view: View, cause: JoinCause): Pick<View, "walkedFrom"> {
  return { walkedFrom: cause === "next-attention" ? (view.walkedFrom ?? placeOf(view)) : null }
}

function departed(next: View, from: View, cause: JoinCause | null): View {
  if (cause === "next-attention") return next
  return { ...next, back: [...from.back, placeOf(from)].slice(-KEPT_PLACES), forward: [] }
}

function placeOf(view: View): Place {
  return { content: focusedPane(view).content, selected: view.selected }
}

function withContent(view: View, name: PaneName, content: PaneContent): View {
  return { ...view, panes: view.panes.map((pane) => (pane.name === name ? { ...pane, content } : pane)) }
}

function withTab(view: View, agentId: AgentId): View {
  return view.tabs.includes(agentId) ? view : inOrder({ ...view, tabs: [...view.tabs, agentId] })
}

function withSlots(view: View, slots: readonly Slotted[]): View {
  return inOrder({ ...view, slots: slots.toSorted((a, b) => a.slot - b.slot) })
}

function inOrder(view: View): View {
  const { tabs, slots } = view
  const slotted = slots.map(({ agentId }) => agentId).filter((agentId) => tabs.includes(agentId))
  return { ...view, tabs: [...slotted, ...tabs.filter((agentId) => !slotted.includes(agentId))] }
}
