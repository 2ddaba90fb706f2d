// Owns: the tabs: bookmarks in the user's own order, slots 1–9 first (ux 2.4). Arrows move, Enter joins; arrowing joins nobody (ux 7.3). No status
// ever reorders them.

import type { AgentId } from "@kibitz/contract"
import { AppWindow, ChevronLeft, ChevronRight, Pencil, X } from "lucide-react"
import { type CSSProperties, type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react"
import { useStore } from "zustand"
import { draftsOf } from "../../kernel/keep/drafts.ts"
import type { HasKeep, HasShell, Places } from "../../kernel/session/offers.ts"
import { useAgent, useSession, useView, useWorldNow } from "../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { slotOf, talkingTo } from "../../kernel/view/view.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { tabFace } from "./tab-face.ts"
import { type MenuPlace, TabMenu } from "./tab-menu.tsx"
import "./tabs.css"
import { useCrowding } from "./use-crowding.ts"

export function TabStrip() {
  const tabs = useView((view) => view.tabs)
  const talking = useView(talkingTo)
  const [reached, reach] = useState<AgentId | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.find((agentId) => agentId === reached) ?? talking ?? tabs[0] ?? null
  const { crowding, reveal } = useCrowding(list, tabs.length > 0, talking)
  useEffect(() => {
    if (talking !== null) reach(talking)
  }, [talking])
  if (tabs.length === 0) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const index = at === null ? -1 : tabs.indexOf(at)
    const to = destination(event.key, index, tabs.length)
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = tabs[to]
    if (next === undefined) return
    reach(next)
    list.current?.querySelector<HTMLElement>(`[data-agent="${CSS.escape(next)}"]`)?.focus()
  }
  const scroll = (by: number) => list.current?.scrollBy({ left: by })
  const isCrowded = crowding.before + crowding.after > 0
  return (
    <div className="tab-strip" data-crowded={isCrowded || undefined}>
      {isCrowded && <More side="left" count={crowding.before} onPress={scroll} />}
      <div
        ref={list}
        role="tablist"
        aria-label="Open chats"
        className="tab-list"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => reveal(target.closest(".tab-place"))}
        onWheel={({ deltaX, deltaY }) => scroll(deltaX === 0 ? deltaY : 0)}
      >
        {tabs.map((agentId) => (
          <TabButton key={agentId} agentId={agentId} isHere={agentId === talking} isAt={agentId === at} onMenu={setMenu} />
        ))}
      </div>
      {isCrowded && <More side="right" count={crowding.after} onPress={scroll} />}
      {menu && <TabMenu place={menu} onClose={() => setMenu(null)} />}
    </div>
  )
}

/** So far a press goes: some that were seen stay, so that one knows where one is. */
const PRESS_PX = 240

/** How many tabs there are beyond this edge, and the way to them for the pointer; the arrows and the wheel reach all. At their end it stays, with nothing to do. */
function More({ side, count, onPress }: { side: "left" | "right"; count: number; onPress(by: number): void }) {
  const isLeft = side === "left"
  const words = `${count === 0 ? "No" : count} more ${count === 1 ? "tab" : "tabs"} to the ${side}`
  return (
    <button
      type="button"
      className={`tab-more tab-more-${side}`}
      data-testid={`tabs-${side}`}
      disabled={count === 0}
      tabIndex={-1}
      aria-label={words}
      title={words}
      onClick={() => onPress(isLeft ? -PRESS_PX : PRESS_PX)}
    >
      {isLeft && <ChevronLeft size="0.8125rem" aria-hidden />}
      {count > 0 && count}
      {!isLeft && <ChevronRight size="0.8125rem" aria-hidden />}
    </button>
  )
}

function destination(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count
    case "ArrowLeft":
      return (at - 1 + count) % count
    case "Home":
      return 0
    case "End":
      return count - 1
    default:
      return null
  }
}

type TabButtonProps = { agentId: AgentId; isHere: boolean; isAt: boolean; onMenu(place: MenuPlace): void }

/** A name of so few letters is not cut. */
const SHORT_NAME = 6

function TabButton({ agentId, isHere, isAt, onMenu }: TabButtonProps) {
  const session = useSession<HasKeep & HasShell & Places>()
  const slot = useView((view) => slotOf(view, agentId))
  const agent = useAgent(agentId, (state) => state)
  const world = useWorldNow()()
  const now = useCoarseNow()
  const hasDraft = useStore(draftsOf(session.keep), (drafts) => drafts.has(agentId)) && !isHere
  const isElsewhere = useStore(session.shell.poppedOut, (windows) => windows.has(agentId))
  // Of another project, or not told of yet.
  if (!agent || !world) return null
  const { glyph, word, needs } = tabFace(world, agent, now)
  // Beside its own sign: none of them takes its room from the name.
  const signs = [slot !== null, needs > 1, hasDraft, isElsewhere].filter(Boolean).length
  const menuAt = (event: MouseEvent) => {
    event.preventDefault()
    onMenu({ agentId, x: event.clientX, y: event.clientY })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Delete" && !event.repeat) session.go.closeTab(agentId)
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      onMenu({ agentId, x: left, y: bottom })
    } else return
    event.preventDefault()
  }
  return (
    <span
      role="presentation"
      className="tab-place"
      data-here={isHere || undefined}
      data-short={agent.name.length <= SHORT_NAME || undefined}
      style={{ "--signs": signs } as CSSProperties}
    >
      <button
        type="button"
        role="tab"
        className="tab"
        data-testid={`tab-${agentId}`}
        data-agent={agentId}
        aria-selected={isHere}
        tabIndex={isAt ? 0 : -1}
        title={`${agent.name}: ${word}${slot === null ? "" : `, slot ${slot}`}${hasDraft ? ", unsent text" : ""}${isElsewhere ? ", in its own window" : ""}`}
        onClick={() => goToChat(session, agentId, "tab")}
        onAuxClick={(event) => {
          if (event.button === 1) session.go.closeTab(agentId)
        }}
        onKeyDown={onKeyDown}
        onContextMenu={menuAt}
        {...dragging(session.go.moveTab, agentId)}
      >
        {slot !== null && <span className="tab-slot">{slot}</span>}
        <StatusGlyph status={glyph} label={word} />
        <bdi className="tab-name">{agent.name}</bdi>
        {needs > 1 && (
          <span className="tab-needs" aria-hidden>
            {needs}
          </span>
        )}
        {hasDraft && <Pencil size="0.75rem" className="tab-draft" role="img" aria-label="unsent text" />}
        {isElsewhere && <AppWindow size="0.75rem" className="tab-draft" role="img" aria-label="in its own window" />}
      </button>
      {/* For the pointer; by keyboard the tab is closed with Delete, or with the key that closes the pane. */}
      <button
        type="button"
        className="tab-close"
        aria-hidden
        tabIndex={-1}
        title="Close"
        onClick={() => session.go.closeTab(agentId)}
      >
        <X size="0.75rem" aria-hidden />
      </button>
    </span>
  )
}

const KIND = "application/x-kibitz-tab"

/** Dropped on another it takes its place. By keyboard the menu of a tab moves it (ux 7.9). */
function dragging(move: (agentId: AgentId, before: AgentId | null) => void, agentId: AgentId) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(KIND, agentId),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(KIND)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const moved = event.dataTransfer.getData(KIND)
      if (moved === "") return
      event.preventDefault()
      move(moved as AgentId, agentId)
    },
  }
}
