// Owns: the task list itself, the same in the overlay and docked at the right: groups, the filter, and the keys that act on a line (ux 1.12). Looking
// at it, pausing and stopping join nobody; opening a line does.
import type { World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { nameOf } from "../agents/agent-names.ts"
import { goToChat } from "../agents/go-to-chat.ts"
import { useSession } from "../app/session-context.ts"
import { useOrder } from "../attention/use-order.ts"
import { useKeys, useShownKey } from "../keys/use-keys.ts"
import { useCoarseNow } from "../ui/clock.ts"
import { enterIfAwaited } from "./enter-docked.ts"
import { type TaskAct, taskStep } from "./task-actions.ts"
import { budgetsOf, type GroupName, type Task, type TaskGroup, taskGroups } from "./task-groups.ts"
import { BudgetLine, TaskLine } from "./task-line.tsx"
import "./tasks.css"

const titles: Readonly<Record<GroupName, string>> = {
  "needs-you": "Needs you",
  running: "Running",
  scheduled: "Scheduled",
  paused: "Paused",
  stuck: "Stuck",
}

/** `onGo`: before one goes to a chat. */
export function TaskList({ onGo }: { onGo(): void }) {
  const session = useSession()
  const world = useWorldNowAndThen()
  const order = useOrder()
  const now = useCoarseNow()
  const [filter, setFilter] = useState("")
  const [said, setSaid] = useState("")
  const [reached, reach] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const groups = useMemo(() => (world ? taskGroups(world, order, filter, now) : []), [world, order, filter, now])
  const tasks = useMemo(() => groups.flatMap((group) => group.tasks), [groups])
  const at = tasks.find(({ key }) => key === reached)?.key ?? tasks[0]?.key ?? null
  const open = ({ agentId, entry }: Task) => {
    onGo()
    if (entry)
      session.walk.to(
        entry.lead.agentId,
        entry.items.map(({ id }) => id),
      )
    else goToChat(session, agentId)
  }
  const act = async ({ agentId }: Task, what: TaskAct) => {
    const known = session.replica.world.getState().world
    const agent = known && findAgent(known, agentId)
    if (!agent) return
    const step = taskStep(agent, what)
    if (step.kind === "say") return setSaid(step.said)
    const outcome = await session.askQuietly(step.command)
    setSaid(outcome.accepted ? step.said : outcome.rejection.message)
  }
  const current = tasks.find(({ key }) => key === at)
  useTaskKeys(list, (what) => current && void act(current, what))
  useFocusKept(list, groups)
  const isKnown = world !== null
  useEffect(() => {
    if (isKnown) enterIfAwaited()
  }, [isKnown])
  if (!world) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the lines in it take the arrows
    <div
      ref={list}
      className="tasks"
      onKeyDown={(event) => onArrow(event, list.current)}
      onFocus={({ target }) => {
        const key = target.closest(".task-row")?.querySelector<HTMLElement>("[data-task]")?.dataset.task
        if (key !== undefined) reach(key)
      }}
    >
      <input
        type="search"
        className="field tasks-filter"
        data-first-focus={tasks.length === 0 ? "field" : undefined}
        aria-label="Filter by name, room or work"
        placeholder="Filter"
        spellCheck={false}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div className="tasks-groups">
        {groups.map((group) => (
          <section key={group.name} className="task-group" data-group={group.name} aria-label={titles[group.name]}>
            <h3>
              {titles[group.name]} <span className="task-count">{group.tasks.length}</span>
            </h3>
            {group.tasks.map((task, index) => (
              <div key={task.key}>
                <Room world={world} group={group} index={index} />
                <TaskLine
                  world={world}
                  task={task}
                  group={group.name}
                  now={now}
                  isAt={task.key === at}
                  onOpen={open}
                  onAct={(one, what) => void act(one, what)}
                />
              </div>
            ))}
          </section>
        ))}
        {tasks.length === 0 && (
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

/** Above the first of each room, where there is more than one. */
function Room({ world, group: { name, tasks }, index }: { world: World; group: TaskGroup; index: number }) {
  const room = tasks[index]?.room
  const isFirst = room !== undefined && tasks[index - 1]?.room !== room
  if (name === "needs-you" || !isFirst || tasks.every((task) => task.room === room)) return null
  return (
    <h4 className="task-room">
      Room of <bdi>{nameOf(world, room)}</bdi>
    </h4>
  )
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

function useTaskKeys(list: RefObject<HTMLDivElement | null>, act: (what: TaskAct) => void): void {
  useKeys(
    {
      "task-pause": () => act("pause"),
      "task-resume": () => act("resume"),
      "task-cancel": () => act("cancel"),
      "list-next": () => step(list.current, 1),
      "list-previous": () => step(list.current, -1),
      filter: () => list.current?.querySelector<HTMLElement>(".tasks-filter")?.focus(),
    },
    "tasks",
    { within: list },
  )
}

function onArrow(event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  step(list, event.key === "ArrowDown" ? 1 : -1)
  event.preventDefault()
  event.stopPropagation()
}

function step(list: HTMLElement | null, by: 1 | -1): void {
  const lines = [...(list?.querySelectorAll<HTMLElement>("[data-task]") ?? [])]
  const row = document.activeElement?.closest(".task-row")?.querySelector<HTMLElement>("[data-task]")
  const at = row ? lines.indexOf(row) : -1
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus()
}

/** A line that goes to another group is drawn anew there: the focus goes with it, never to nowhere. */
function useFocusKept(list: RefObject<HTMLDivElement | null>, groups: readonly TaskGroup[]): void {
  const had = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is shown has changed
  useLayoutEffect(() => {
    const key = had.current
    if (key === null || document.activeElement !== document.body) return
    const lines = list.current?.querySelectorAll<HTMLElement>("[data-task]") ?? []
    const line = [...lines].find((one) => one.dataset.task === key) ?? lines[0]
    line?.focus()
  }, [groups])
  // Before the overlay around it gives the focus to its first line.
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const inside = target instanceof HTMLElement && list.current?.contains(target)
      had.current = inside ? (target.closest<HTMLElement>("[data-task]")?.dataset.task ?? null) : null
    }
    document.addEventListener("focusin", onFocus)
    return () => document.removeEventListener("focusin", onFocus)
  }, [list])
}

const LOOK_MS = 400

/** The world a few times a second at most: all agents are looked at for this list, and a docked one is always there. */
function useWorldNowAndThen(): World | null {
  const { world: store } = useSession().replica
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
