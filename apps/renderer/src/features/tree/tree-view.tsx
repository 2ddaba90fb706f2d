// Owns: the tree of agents: everything the map can do, by keyboard and for those who do not see the map (ux 7.1, 7.2). Arrows look; only Enter and
// a click join.

import type { AgentId, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { SelectedAgents } from "../../kernel/agents/selected-agents.tsx"
import { isThere, useShape } from "../../kernel/agents/shape.ts"
import { useKeyStore, useKeys } from "../../kernel/keyboard/use-keys.ts"
import { match } from "../../kernel/keys/bindings.ts"
import type { Frame } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { focusWhenShown } from "../../kernel/ui/focus-when-shown.ts"
import { indexOf, type TreeLine, treeLines, waysTo } from "./lines.ts"
import { type OpenTools, useOpened } from "./opened.ts"
import "./tree.css"
import { byText, extended, nothingTyped, toggled, treeStep, typed } from "./tree-keys.ts"
import { type MenuPlace, TreeMenu } from "./tree-menu.tsx"
import { type RowActions, TreeRow } from "./tree-row.tsx"

export type TreeWays = {
  join(agentId: AgentId): void
  /** Its room on the map, without joining. */
  room(agentId: AgentId): void
  peek(agentId: AgentId): void
  /** In a pane of its own. */
  split(agentId: AgentId): void
  select(agentId: AgentId): void
  /** To the next thing that needs the user, and to the one before. */
  next(): void
  previous(): void
}

export function TreeView({ selected, ways }: { selected: AgentId; ways: TreeWays }) {
  const world = useShape()
  const [filter, setFilter] = useState("")
  const tools = useOpened()
  const lines = useMemo(() => (world ? treeLines(world, tools.opened, filter) : []), [world, tools.opened, filter])
  const scroller = useRef<HTMLDivElement>(null)
  if (!world) return null
  return (
    <div className="tree-panel">
      <Filter text={filter} onText={setFilter} onDown={() => focusLine(scroller.current)} />
      {lines.length === 0 ? (
        <p className="tree-empty" role="status">
          No match for '{filter.trim()}'. Esc clears the filter.
        </p>
      ) : (
        <Lines world={world} lines={lines} tools={tools} selected={selected} ways={ways} scroller={scroller} />
      )}
    </div>
  )
}

type FilterProps = { text: string; onText(text: string): void; onDown(): void }

function Filter({ text, onText, onDown }: FilterProps) {
  return (
    <input
      type="search"
      className="field tree-filter"
      data-testid="tree-filter"
      aria-label="Filter agents by name or assignment"
      placeholder="Filter"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === "Escape" && text !== "") onText("")
        else if (event.key === "ArrowDown") onDown()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

type LinesProps = {
  world: World
  lines: readonly TreeLine[]
  tools: OpenTools
  selected: AgentId
  ways: TreeWays
  scroller: React.RefObject<HTMLDivElement | null>
}

function Lines({ world, lines, tools, selected, ways, scroller }: LinesProps) {
  const at = useMemo(() => indexOf(world, lines, selected), [world, lines, selected])
  const here = lines[at]?.id ?? selected
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { select, wantsFocus } = useSelection({ world, selected, tools, ways })
  const [taken, setTaken] = useState<readonly AgentId[]>(nobody)
  const chosen = useMemo(() => taken.filter((id) => isAround(world, id)), [taken, world])
  const toggle = (id: AgentId) => setTaken(toggled(chosen, id, here))
  const actions = useActions({ ways, tools, toggle, setMenu })
  const onKeyDown = useTreeKeys({ world, lines, at, tools, select, chosen, choose: setTaken })
  useLayoutEffect(() => {
    list.current?.scrollToIndex(at, { align: "nearest" })
    if (!wantsFocus.current) return
    wantsFocus.current = false
    focusLine(scroller.current)
  }, [at, scroller, wantsFocus])
  const session = useSession<Frame>()
  useKeys(
    {
      "zoom-in": () => ways.join(here),
      "zoom-room": () => ways.room(here),
      peek: () => ways.peek(here),
      "select-toggle": () => toggle(here),
      rename: () => session.show({ kind: "rename", agentId: here }),
      filter: () => scroller.current?.parentElement?.querySelector<HTMLElement>(".tree-filter")?.focus(),
      "attention-next": ways.next,
      "attention-previous": ways.previous,
    },
    "tree",
    { within: scroller },
  )
  return (
    <>
      {chosen.length > 0 && <SelectedAgents ids={chosen} testId="tree-selection" onClear={() => setTaken(nobody)} />}
      <div
        ref={scroller}
        role="tree"
        aria-multiselectable
        aria-label="Agents"
        className="tree"
        data-region="tree"
        data-testid="tree"
        onKeyDown={(event) => {
          if (isMenuKey(event)) openMenuAt(event, here, setMenu)
          else onKeyDown(event)
        }}
      >
        <Virtualizer ref={list} data={lines} keepMounted={[at]} scrollRef={scroller}>
          {(line, index) => (
            <TreeRow
              key={line.id}
              {...line}
              isAt={index === at}
              isChosen={chosen.length === 0 ? index === at : chosen.includes(line.id)}
              actions={actions}
            />
          )}
        </Virtualizer>
      </div>
      {menu && (
        <TreeMenu
          key={menu.agentId}
          place={menu}
          ways={ways}
          isChosen={chosen.includes(menu.agentId)}
          onChoose={toggle}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}

type SelectionProps = Pick<LinesProps, "world" | "selected" | "tools" | "ways">

/** Whoever is selected elsewhere, on the map say, is made visible here; what is closed here stays closed. */
function useSelection({ world, selected, tools, ways }: SelectionProps) {
  const own = useRef<AgentId | null>(null)
  const wantsFocus = useRef(false)
  const { open } = tools
  useEffect(() => {
    if (own.current === selected) return
    own.current = selected
    const above = waysTo(world, selected)
    if (above.length > 0) open(above)
  }, [selected, world, open])
  const select = (agentId: AgentId) => {
    own.current = agentId
    wantsFocus.current = true
    ways.select(agentId)
  }
  return { select, wantsFocus }
}

type Doing = { ways: TreeWays; tools: OpenTools; toggle(id: AgentId): void; setMenu(menu: MenuPlace): void }

function useActions({ ways, tools, toggle, setMenu }: Doing): RowActions {
  const latest = useRef({ ways, tools, toggle })
  useLayoutEffect(() => {
    latest.current = { ways, tools, toggle }
  })
  return useMemo(
    () => ({
      press: (event, id) => pressed(event, id, latest.current),
      toggle: (event, { id, isOpen }) => {
        event.stopPropagation()
        if (isOpen) latest.current.tools.close(id)
        else latest.current.tools.open([id])
      },
      menu: (event, id) => {
        event.preventDefault()
        latest.current.ways.select(id)
        setMenu({ agentId: id, ...inView(event.clientX, event.clientY) })
      },
    }),
    [setMenu],
  )
}

/** As on the map (ux 2.2): a click joins, Shift adds to the selection, Alt looks, Ctrl opens beside. */
function pressed(
  { shiftKey, altKey, ctrlKey, metaKey }: MouseEvent,
  id: AgentId,
  { ways, toggle }: Pick<Doing, "ways" | "toggle">,
): void {
  if (ctrlKey || metaKey) return ways.split(id)
  if (altKey) return ways.peek(id)
  return shiftKey ? toggle(id) : ways.join(id)
}

const nobody: readonly AgentId[] = []

function isAround(world: World, id: AgentId): boolean {
  const agent = findAgent(world, id)
  return agent !== undefined && isThere(agent)
}

type TreeKeysProps = Pick<LinesProps, "world" | "lines" | "tools"> & {
  at: number
  select(agentId: AgentId): void
  chosen: readonly AgentId[]
  choose(chosen: readonly AgentId[]): void
}

function useTreeKeys({ world, lines, at, tools, select, chosen, choose }: TreeKeysProps) {
  const store = useKeyStore()
  const letters = useRef(nothingTyped)
  return (event: KeyboardEvent) => {
    const { nativeEvent } = event
    if (event.defaultPrevented || nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === "Escape" && !event.shiftKey && chosen.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      return choose(nobody)
    }
    const step = treeStep(event.key, lines, at)
    const [from, to] = [lines[at]?.id, step?.kind === "go" ? lines[step.index]?.id : undefined]
    if (event.shiftKey && from !== undefined && to !== undefined) choose(extended(chosen, from, to))
    if (step?.kind === "open") tools.open([lines[step.index]?.id].filter((id) => id !== undefined))
    else if (step?.kind === "close" && lines[step.index]) tools.close(lines[step.index]?.id as AgentId)
    else if (step?.kind === "go") goTo(step.index)
    else if (!step && !byLetters()) return
    event.preventDefault()

    function goTo(index: number): void {
      const line = lines[index]
      if (line) select(line.id)
    }
    /** A letter that is a key of its own here begins no word; within a word it is a letter like any other. */
    function byLetters(): boolean {
      if (!/^[\p{L}\p{N}]$/u.test(event.key)) return false
      const next = typed(letters.current, event.key, event.timeStamp)
      if (next.text.length === 1 && match(store.bindings.getState(), nativeEvent, "tree", false, store.os) !== null) return false
      letters.current = next
      const names = lines.map(({ id }) => findAgent(world, id)?.name ?? "")
      goTo(byText(names, at, next.text))
      return true
    }
  }
}

function focusLine(scroller: HTMLElement | null): void {
  focusWhenShown(() => scroller?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']"))
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "ContextMenu" || (key === "F10" && shiftKey)
}

function openMenuAt(event: KeyboardEvent, agentId: AgentId, setMenu: (menu: MenuPlace) => void): void {
  event.preventDefault()
  const line = event.currentTarget.querySelector("[role=treeitem][tabindex='0']")?.getBoundingClientRect()
  setMenu({ agentId, ...inView((line?.left ?? 0) + 32, line?.bottom ?? 0) })
}

/** The most a menu needs below the point it hangs from. */
const MENU_HEIGHT = 260

function inView(x: number, y: number): { x: number; y: number } {
  return { x, y: Math.max(8, Math.min(y, window.innerHeight - MENU_HEIGHT)) }
}
