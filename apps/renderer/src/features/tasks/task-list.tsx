// Owns: the task list itself, the same in the overlay and docked at the right: groups, the filter, and the keys that act on a line (ux 1.12). Looking
// at it, pausing and stopping join nobody; opening a line does.

import type { Instant, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { useOrder } from "../../kernel/attention/use-order.ts"
import { useKeys, useShownKey } from "../../kernel/keyboard/use-keys.ts"
import type { Asks, HasReplica, Places, Waiting } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { useCoarseNow } from "../../kernel/ui/clock.ts"
import { focusWhenShown } from "../../kernel/ui/focus-when-shown.ts"
import { useLatest } from "../../kernel/ui/use-latest.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { enterIfAwaited } from "./enter-docked.ts"
import { type TaskAct, taskStep } from "./task-actions.ts"
import { budgetsOf, type GroupName, type Task, type TaskRow, taskGroups, taskRows } from "./task-groups.ts"
import { BudgetLine, type LineActions, TaskLine } from "./task-line.tsx"
import "./tasks.css"

const titles: Readonly<Record<GroupName, string>> = {
  "needs-you": "Needs you",
  running: "Running",
  scheduled: "Scheduled",
  paused: "Paused",
  stuck: "Stuck",
}

/** Of a line, in pixels, at the smallest text. */
const LEAST_LINE = 20

/**
 * Drawn at once, before anything is measured: the first line takes the focus in the step it is drawn in. No others are drawn until somebody
 * scrolls, so that these have to fill the tallest window.
 */
function firstRows(): number {
  return Math.ceil(window.screen.availHeight / LEAST_LINE)
}

/** `onGo`: before one goes to a chat. */
export function TaskList({ onGo }: { onGo(): void }) {
  const world = useWorldNowAndThen()
  const order = useOrder()
  const now = useCoarseNow()
  const [filter, setFilter] = useState("")
  const [said, setSaid] = useState("")
  const list = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => (world ? taskRows(taskGroups(world, order, filter, now)) : []), [world, order, filter, now])
  const { at, handle, reach, step } = usePlace(list, rows)
  const actions = useLineActions(rows, onGo, setSaid)
  useTaskKeys(list, { step, act: (what) => at !== null && actions.act(at, what) })
  useFocusKept(list, rows)
  const isKnown = world !== null
  useEffect(() => {
    if (isKnown) enterIfAwaited()
  }, [isKnown])
  const scroller = useRef<HTMLDivElement>(null)
  const [firstCount] = useState(firstRows)
  if (!world) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the lines in it take the arrows
    <div
      ref={list}
      className="tasks"
      onKeyDown={(event) => onMove(event, step)}
      onFocus={({ target }) => {
        const key = keyAt(target)
        if (key !== null) reach(key)
      }}
    >
      <input
        type="search"
        className="field tasks-filter"
        data-first-focus={rows.length === 0 ? "field" : undefined}
        aria-label="Filter by name, room or work"
        placeholder="Filter"
        spellCheck={false}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div ref={scroller} className="tasks-groups">
        <Virtualizer
          ref={handle}
          data={rows}
          keepMounted={at === null ? [] : [indexOf(rows, at)]}
          scrollRef={scroller}
          ssrCount={firstCount}
        >
          {(row) => <Row key={row.key} world={world} row={row} now={now} isAt={row.key === at} actions={actions} />}
        </Virtualizer>
        {rows.length === 0 && (
          <p className="tasks-none">
            {filter === "" ? "Nothing runs and nobody waits." : `No match for '${filter}'. Esc clears the filter.`}
          </p>
        )}
        <section className="task-group" aria-label="Budget">
          <h3>Budget</h3>
          {budgetsOf(world).map((budget) => (
            <BudgetLine key={budget.agentId} world={world} budget={budget} />
          ))}
        </section>
      </div>
      <footer className="tasks-foot">
        <span role="status">{said}</span>
        <Hints />
      </footer>
    </div>
  )
}

type RowProps = { world: World; row: TaskRow; now: Instant; isAt: boolean; actions: LineActions }

function Row({ world, row, now, isAt, actions }: RowProps) {
  if (row.kind === "head") {
    return (
      <h3 className="task-head" data-head={row.group}>
        {titles[row.group]} <span className="task-count">{row.count}</span>
      </h3>
    )
  }
  const { task, group, opensRoom } = row
  const agent = findAgent(world, task.agentId)
  if (!agent) return null
  return (
    <div data-group={group}>
      {opensRoom !== null && (
        <h4 className="task-room">
          Room of <bdi>{nameOf(world, opensRoom)}</bdi>
        </h4>
      )}
      <TaskLine taskKey={task.key} agent={agent} entry={task.entry} group={group} now={now} isAt={isAt} actions={actions} />
    </div>
  )
}

type Step = { readonly by: number } | "first" | "last"
type Place = {
  /** The line the keys are about; null where there is none. */
  readonly at: string | null
  readonly handle: RefObject<VirtualizerHandle | null>
  reach(key: string): void
  step(step: Step): void
}

/** Where the keys stand: on the line that last had the focus, or on the first. */
function usePlace(list: RefObject<HTMLDivElement | null>, rows: readonly TaskRow[]): Place {
  const [reached, reach] = useState<string | null>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const lines = useMemo(() => rows.filter(({ kind }) => kind === "task"), [rows])
  const at = lines.find(({ key }) => key === reached)?.key ?? lines[0]?.key ?? null
  const step = (to: Step) => {
    // From the filter the first line is one step down.
    const from = indexOf(lines, keyAt(document.activeElement))
    const next = to === "first" ? 0 : to === "last" ? lines.length - 1 : from + to.by
    const line = lines[Math.min(lines.length - 1, Math.max(0, next))]
    if (!line) return
    // At once: the next key finds the line that this one has led to.
    flushSync(() => reach(line.key))
    // The head of the first group goes with its first line.
    const index = indexOf(rows, line.key)
    handle.current?.scrollToIndex(index === 1 ? 0 : index, { align: "nearest" })
    focusWhenShown(() => lineIn(list.current))
  }
  return { at, handle, reach, step }
}

function useLineActions(rows: readonly TaskRow[], onGo: () => void, say: (said: string) => void): LineActions {
  const session = useSession<HasReplica & Waiting & Asks & Places>()
  const latest = useLatest({ rows, onGo })
  return useMemo(() => {
    const find = (wanted: string) => {
      const row = latest.current.rows.find(({ key }) => key === wanted)
      return row?.kind === "task" ? row.task : null
    }
    const open = ({ agentId, entry }: Task) => {
      latest.current.onGo()
      if (!entry) return goToChat(session, agentId)
      session.walk.to(
        entry.lead.agentId,
        entry.items.map(({ id }) => id),
      )
    }
    const act = async ({ agentId }: Task, what: TaskAct) => {
      const known = session.replica.world.getState().world
      const agent = known && findAgent(known, agentId)
      if (!agent) return
      const step = taskStep(agent, what)
      if (step.kind === "say") return say(step.said)
      const outcome = await session.askQuietly(step.command)
      say(outcome.accepted ? step.said : outcome.rejection.message)
    }
    return {
      open: (key) => {
        const task = find(key)
        if (task) open(task)
      },
      act: (key, what) => {
        const task = find(key)
        if (task) void act(task, what)
      },
    }
  }, [session, latest, say])
}

function Hints() {
  const keys = {
    pause: useShownKey("task-pause"),
    "go on": useShownKey("task-resume"),
    stop: useShownKey("task-cancel"),
    filter: useShownKey("filter"),
  }
  return (
    <span className="tasks-hints" aria-hidden>
      <span>
        <kbd>Enter</kbd> open
      </span>
      {Object.entries(keys).map(([word, key]) =>
        key === "" ? null : (
          <span key={word}>
            <kbd>{key}</kbd> {word}
          </span>
        ),
      )}
    </span>
  )
}

type Keys = { step(step: Step): void; act(what: TaskAct): void }

function useTaskKeys(list: RefObject<HTMLDivElement | null>, { step, act }: Keys): void {
  useKeys(
    {
      "task-pause": () => act("pause"),
      "task-resume": () => act("resume"),
      "task-cancel": () => act("cancel"),
      "list-next": () => step({ by: 1 }),
      "list-previous": () => step({ by: -1 }),
      filter: () => list.current?.querySelector<HTMLElement>(".tasks-filter")?.focus(),
    },
    "tasks",
    { within: list },
  )
}

const moves: Readonly<Record<string, Step>> = { ArrowDown: { by: 1 }, ArrowUp: { by: -1 }, Home: "first", End: "last" }

function onMove(event: KeyboardEvent, step: (step: Step) => void): void {
  const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  // In the filter, Home and End are those of its text.
  if (typeof move === "string" && event.target instanceof HTMLInputElement) return
  step(move)
  event.preventDefault()
  event.stopPropagation()
}

function indexOf(rows: readonly TaskRow[], wanted: string | null): number {
  return rows.findIndex(({ key }) => key === wanted)
}

/** Of the line this is in; null elsewhere. */
function keyAt(element: Element | null): string | null {
  return element?.closest(".task-row")?.querySelector<HTMLElement>("[data-task]")?.dataset.task ?? null
}

function lineIn(list: HTMLElement | null): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>("[data-task][tabindex='0']")
}

/** A line that goes to another group is drawn anew there: the focus goes with it, never to nowhere. */
function useFocusKept(list: RefObject<HTMLDivElement | null>, rows: readonly TaskRow[]): void {
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is shown has changed
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    focusWhenShown(() => lineIn(list.current))
    lineIn(list.current)?.scrollIntoView({ block: "nearest" })
  }, [rows])
  // Before the overlay around it gives the focus to its first line.
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof HTMLElement && list.current?.contains(target) === true && keyAt(target) !== null
    }
    document.addEventListener("focusin", onFocus)
    return () => document.removeEventListener("focusin", onFocus)
  }, [list])
}

const LOOK_MS = 400

/** The world a few times a second at most: all agents are looked at for this list, and a docked one is always there. */
function useWorldNowAndThen(): World | null {
  const { world: store } = useSession<HasReplica>().replica
  const [world, setWorld] = useState(() => store.getState().world)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      setWorld(store.getState().world)
    }
    look()
    const stop = store.subscribe(() => {
      timer ??= setTimeout(look, LOOK_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return world
}
