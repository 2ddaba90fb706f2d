// Owns: everything that runs, will run, stands still or waits in the background, by what it means for the user (ux 1.12). Pure.
import { type Agent, type AgentId, type AgentStatus, type Instant, jakeId, type World } from "@kibitz/contract"
import { type AttentionEntry, agentStatus, allAgents, findAgent } from "@kibitz/domain"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { doingOf } from "../../kernel/agents/doing.ts"
import { TO_REVIEW } from "../../kernel/desk/strip-state.ts"
import { itemLine, kindWord } from "../../kernel/words/attention-copy.ts"

export const groupNames = ["needs-you", "running", "scheduled", "paused", "stuck"] as const
export type GroupName = (typeof groupNames)[number]

export type Task = {
  /** The same for as long as it is the same thing, whichever group it is in. */
  readonly key: string
  readonly agentId: AgentId
  /** In whose room it sits. */
  readonly room: AgentId
  /** What waits for the user; null: the agent itself. */
  readonly entry: AttentionEntry | null
}
export type TaskGroup = { readonly name: GroupName; readonly tasks: readonly Task[] }

const groupOf: Readonly<Partial<Record<AgentStatus, GroupName>>> = {
  working: "running",
  verifying: "running",
  "waiting-api": "running",
  stopped: "scheduled",
  paused: "paused",
  "put-off": "paused",
  stuck: "stuck",
  failed: "stuck",
  unverifiable: "stuck",
}

/** Only groups with something in them. `order`: what waits, most urgent first. */
export function taskGroups(world: World, order: readonly AttentionEntry[], filter: string, now: Instant): readonly TaskGroup[] {
  const found = new Map<GroupName, Task[]>(groupNames.map((name) => [name, []]))
  const wanted = filter.trim().toLowerCase()
  const put = (name: GroupName, task: Task, text: string) => {
    if (wanted === "" || text.toLowerCase().includes(wanted)) found.get(name)?.push(task)
  }
  for (const agent of allAgents(world)) {
    const name = groupFor(agent, now)
    if (name) put(name, agentTask(agent), textOf(world, agent))
  }
  for (const entry of order) {
    const agent = findAgent(world, entry.lead.agentId)
    // Who is stuck has a line of their own, with what can be done about it.
    if (!agent || entry.effectiveTier >= TO_REVIEW || groupFor(agent, now) === "stuck") continue
    const task = { key: `item ${entry.id}`, agentId: agent.id, room: roomOf(agent), entry }
    put("needs-you", task, `${textOf(world, agent)} ${kindWord(entry.lead)} ${itemLine(entry.lead)}`)
  }
  return groupNames.flatMap((name) => {
    const tasks = found.get(name) ?? []
    if (tasks.length === 0) return []
    return [{ name, tasks: name === "needs-you" ? tasks : inRooms(world, tasks) }]
  })
}

function groupFor(agent: Agent, now: Instant): GroupName | null {
  const status = agentStatus(agent, now)
  // Nothing of it runs before its time: a provider's limit holds it back.
  if (status === "waiting-api" && agent.turn === null && agent.due !== null) return "scheduled"
  return groupOf[status] ?? null
}

function agentTask(agent: Agent): Task {
  return { key: `agent ${agent.id}`, agentId: agent.id, room: roomOf(agent), entry: null }
}

/** Whoever leads a room sits in it. */
function roomOf(agent: Agent): AgentId {
  return agent.childIds.length > 0 ? agent.id : (agent.parentId ?? jakeId)
}

function textOf(world: World, agent: Agent): string {
  return `${agent.name} ${nameOf(world, roomOf(agent))} ${doingOf(agent) ?? ""}`
}

/** The largest room first, names in order within it. */
function inRooms(world: World, tasks: readonly Task[]): readonly Task[] {
  const sizes = new Map<AgentId, number>()
  for (const { room } of tasks) sizes.set(room, (sizes.get(room) ?? 0) + 1)
  const names = new Map(tasks.map(({ agentId }) => [agentId, nameOf(world, agentId)]))
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return tasks.toSorted(
    (a, b) =>
      (sizes.get(b.room) ?? 0) - (sizes.get(a.room) ?? 0) ||
      byText(a.room, b.room) ||
      byText(names.get(a.agentId) ?? "", names.get(b.agentId) ?? ""),
  )
}

/** One below the other: the head of a group, then its lines; where a group has several rooms, the first of each says whose room begins. */
export type TaskRow =
  | { readonly kind: "head"; readonly key: string; readonly group: GroupName; readonly count: number }
  | {
      readonly kind: "task"
      readonly key: string
      readonly group: GroupName
      readonly task: Task
      readonly opensRoom: AgentId | null
    }

export function taskRows(groups: readonly TaskGroup[]): readonly TaskRow[] {
  return groups.flatMap(({ name, tasks }): TaskRow[] => {
    const hasRooms = name !== "needs-you" && tasks.some(({ room }) => room !== tasks[0]?.room)
    const lines = tasks.map((task, index): TaskRow => {
      const isFirst = hasRooms && tasks[index - 1]?.room !== task.room
      return { kind: "task", key: task.key, group: name, task, opensRoom: isFirst ? task.room : null }
    })
    return [{ kind: "head", key: `head ${name}`, group: name, count: tasks.length }, ...lines]
  })
}

export type Budget = { readonly agentId: AgentId; readonly spentUsd: number; readonly limitUsd: number | null }

const SHOWN_BUDGETS = 5

/** The whole, then those with a limit of their own, nearest to it first. */
export function budgetsOf(world: World): readonly Budget[] {
  const budget = ({ id, spentUsd, spentBelowUsd, limitUsd }: Agent): Budget => ({
    agentId: id,
    spentUsd: spentUsd + spentBelowUsd,
    limitUsd,
  })
  const share = ({ spentUsd, limitUsd }: Budget) => (limitUsd === null ? 0 : spentUsd / limitUsd)
  const root = findAgent(world, jakeId)
  const limited = allAgents(world)
    .filter(({ id, limitUsd, standing }) => id !== jakeId && limitUsd !== null && standing.kind !== "dismissed")
    .map(budget)
    .toSorted((a, b) => share(b) - share(a))
  return [...(root ? [budget(root)] : []), ...limited.slice(0, SHOWN_BUDGETS)]
}
