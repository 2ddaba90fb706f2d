// Owns: one thing in the task list: whose it is, where it stands and what proves it, what it may do, what it costs.
import type { Agent, Instant, World } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { memo } from "react"
import { nameOf, showAskers } from "../../kernel/agents/agent-names.ts"
import { doingOf } from "../../kernel/agents/doing.ts"
import { glyphOf } from "../../kernel/agents/status-glyphs.ts"
import { Evidence, Standing } from "../../kernel/agents/told-lines.tsx"
import { glyphFor } from "../../kernel/attention/folded-line.tsx"
import { CogitationTerm } from "../../kernel/cogitation/term.tsx"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { plainProse } from "../../kernel/markdown/plain.ts"
import { PostureFace } from "../../kernel/posture/face.tsx"
import { useWorldNow } from "../../kernel/session/session-context.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { itemLine, kindWord, money } from "../../kernel/words/attention-copy.ts"
import type { TaskAct } from "./task-actions.ts"
import type { Budget, GroupName, Task } from "./task-groups.ts"

/** The same object for as long as the list is there: a new one would draw every line anew. */
export type LineActions = { open(key: string): void; act(key: string, act: TaskAct): void }

type LineProps = {
  taskKey: string
  /** As it was when the list last looked; what it says of others is taken from the world as it is when the line is drawn. */
  agent: Agent
  entry: Task["entry"]
  group: GroupName
  now: Instant
  isAt: boolean
  actions: LineActions
}

/** Drawn anew when its own agent has changed, and every ten seconds; not with every look of the list. */
export const TaskLine = memo(function TaskLine({ taskKey, agent, entry, group, now, isAt, actions }: LineProps) {
  const world = useWorldNow()()
  if (!world) return null
  const open = () => actions.open(taskKey)
  return (
    <div className="task-row">
      <button
        type="button"
        className="task-line"
        data-task={taskKey}
        data-agent={agent.id}
        data-first-focus={isAt ? "line" : undefined}
        tabIndex={isAt ? 0 : -1}
        onClick={open}
      >
        {entry ? <Waiting world={world} entry={entry} /> : <Facts agent={agent} now={now} />}
      </button>
      {group === "stuck" && (
        <span className="task-ways">
          <Way label="Go on" name={agent.name} onPress={() => actions.act(taskKey, "resume")} />
          <button type="button" className="button button-small" aria-label={`Open: ${agent.name}`} onClick={open}>
            Open
          </button>
          <Way label="Stop" name={agent.name} onPress={() => actions.act(taskKey, "cancel")} />
        </span>
      )}
    </div>
  )
})

function Waiting({ world, entry }: { world: World; entry: NonNullable<Task["entry"]> }) {
  const names = showAskers(
    world,
    entry.items.map(({ agentId }) => agentId),
  )
  const many = entry.items.length > 1 ? ` ×${entry.items.length}` : ""
  return (
    <>
      <StatusGlyph status={glyphFor(entry)} />
      <bdi className="task-name">{names}</bdi>
      <span className="task-status">
        {kindWord(entry.lead)}
        {many}
      </span>
      <span className="task-doing">{itemLine(entry.lead)}</span>
    </>
  )
}

function Facts({ agent, now }: { agent: Agent; now: Instant }) {
  const status = agentStatus(agent, now)
  return (
    <>
      <StatusGlyph status={glyphOf(agent, status)} />
      <bdi className="task-name">{agent.name}</bdi>
      <span className="task-status">
        {status === "working" ? <CogitationTerm agentId={agent.id} /> : <Standing agentId={agent.id} status={status} isOwn />}
      </span>
      <span className="task-doing">{plainProse(doingOf(agent) ?? "")}</span>
      <span className="task-posture">
        <PostureFace agentId={agent.id} />
      </span>
      <span className="task-facts">
        {money(agent.spentUsd + agent.spentBelowUsd)}
        {agent.limitUsd !== null && ` of ${money(agent.limitUsd)}`} · <Evidence agentId={agent.id} />
      </span>
    </>
  )
}

function Way({ label, name, onPress }: { label: string; name: string; onPress(): void }) {
  return (
    <ChangeButton className="button button-small" aria-label={`${label}: ${name}`} onClick={onPress}>
      {label}
    </ChangeButton>
  )
}

export function BudgetLine({ world, budget: { agentId, spentUsd, limitUsd } }: { world: World; budget: Budget }) {
  const name = nameOf(world, agentId)
  return (
    <p className="task-budget">
      <bdi className="task-name">{name}</bdi>
      {limitUsd === null ? (
        <span>{money(spentUsd)} so far, no limit</span>
      ) : (
        <>
          <span>
            {money(spentUsd)} of {money(limitUsd)}
          </span>
          <progress max={limitUsd} value={Math.min(limitUsd, spentUsd)} aria-label={`Spent by ${name} and all below`} />
        </>
      )}
    </p>
  )
}
