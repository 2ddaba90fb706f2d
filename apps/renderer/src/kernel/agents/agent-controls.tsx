// Owns: what the user can do to one agent, or to it and all below: pause, go on, stop, redirect, add a child, dismiss. Nothing is offered
// that would be refused.

import type { Agent, AgentId, AgentScope, ClientCommandInput, World } from "@kibitz/contract"
import { findAgent, isTerminal, toHalt, toResume } from "@kibitz/domain"
import { useCallback, useState } from "react"
import { ChangeButton } from "../controls/change-button.tsx"
import { useTitleWithKey } from "../keyboard/use-keys.ts"
import type { Asks, Spawns } from "../session/offers.ts"
import { useAgent, useSession, useWorld } from "../session/session-context.ts"
import { formatCount } from "../ui/numbers.ts"
import { DismissSteps } from "./dismiss-steps.tsx"
import { RedirectForm } from "./redirect-form.tsx"
import { StopSteps } from "./stop-steps.tsx"

type Open = "redirect" | "dismiss" | "stop" | null

/** More than one keeps in mind are not stopped by one press. */
const HANDFUL = 5

export function AgentControls({ agentId, onDone }: { agentId: AgentId; onDone?: () => void }) {
  const session = useSession<Asks & Spawns>()
  const agent = useAgent(agentId, (state) => state)
  const [open, setOpen] = useState<Open>(null)
  const child = useTitleWithKey(`A child of ${agent?.name ?? "Jake"}, talked to at once`, "new-child")
  const [withTeam, setWithTeam] = useState(false)
  const team = useTeamWays(agentId, withTeam)
  if (!agent || agent.standing.kind === "dismissed") return null
  const below = agent.tally.agents - 1
  const scope: AgentScope = withTeam && below > 0 ? "subtree" : "one"
  const can = scope === "one" ? waysFor(agent) : team
  const done = () => {
    setOpen(null)
    onDone?.()
  }
  const ask = (command: ClientCommandInput) => {
    void session.ask(command)
    onDone?.()
  }
  return (
    <div className="agent-controls" data-testid="agent-controls">
      <div className="agent-ways">
        {can.pause && <Way label="Pause" onPress={() => ask({ type: "agent.halt", agentId, how: "pause", scope })} />}
        {can.resume > 0 && (
          <Way
            label={scope === "one" ? "Go on" : `Go on (${can.resume})`}
            onPress={() => ask({ type: "agent.resume", agentId, scope, ...(scope === "one" ? {} : { stopped: true }) })}
          />
        )}
        {can.goOn && <Way label={can.goOn} onPress={() => ask({ type: "agent.go-on", agentId })} />}
        {can.stop > HANDFUL ? (
          <Way label="Stop…" isOpen={open === "stop"} onPress={() => setOpen((now) => (now === "stop" ? null : "stop"))} />
        ) : (
          can.stop > 0 && <Way label="Stop" onPress={() => ask({ type: "agent.halt", agentId, how: "stop", scope })} />
        )}
        <Way
          label="Redirect…"
          isOpen={open === "redirect"}
          onPress={() => setOpen((now) => (now === "redirect" ? null : "redirect"))}
        />
        <Way
          label="Add a child"
          title={child}
          onPress={() => {
            session.spawn(agentId)
            onDone?.()
          }}
        />
        {agent.parentId !== null && (
          <Way
            label="Dismiss…"
            isOpen={open === "dismiss"}
            onPress={() => setOpen((now) => (now === "dismiss" ? null : "dismiss"))}
          />
        )}
      </div>
      {below > 0 && (
        <label className="agent-scope">
          <input type="checkbox" checked={withTeam} onChange={(event) => setWithTeam(event.target.checked)} />
          <span>with all below ({below === 1 ? "1 agent" : `${formatCount(below)} agents`})</span>
        </label>
      )}
      {open === "redirect" && <RedirectForm agent={agent} onCancel={() => setOpen(null)} onSent={done} />}
      {open === "stop" && can.stop > HANDFUL && <StopSteps agent={agent} count={can.stop} onDone={done} />}
      {open === "dismiss" && <DismissSteps agent={agent} below={below} onDone={done} />}
    </div>
  )
}

type WayProps = { label: string; title?: string; isOpen?: boolean; onPress(): void }

function Way({ label, title, isOpen, onPress }: WayProps) {
  return (
    <ChangeButton className="button button-small" title={title} aria-expanded={isOpen} onClick={onPress}>
      {label}
    </ChangeButton>
  )
}

export type Ways = {
  readonly pause: boolean
  /** How many would go on, and how many would stop. */
  readonly resume: number
  readonly stop: number
  /** What one more unit is called here; null: there is nothing to go on with. */
  readonly goOn: string | null
}

/** Counted over all below only while somebody asks for it. A word, so that equal counts draw nothing anew. */
function useTeamWays(agentId: AgentId, isAsked: boolean): Ways {
  const counted = useWorld(
    useCallback(
      ({ world }: { world: World | null }) => (world && isAsked ? countTeam(world, agentId) : "0 0 0"),
      [agentId, isAsked],
    ),
  )
  const [pause = 0, resume = 0, stop = 0] = counted.split(" ").map(Number)
  return { pause: pause > 0, resume, stop, goOn: null }
}

export function countTeam(world: World, agentId: AgentId): string {
  const agent = findAgent(world, agentId)
  if (!agent) return "0 0 0"
  const pause = toHalt(world, agent, "pause", "subtree").length
  const stop = toHalt(world, agent, "stop", "subtree").length
  return `${pause} ${toResume(world, agent, "subtree", true).length} ${stop}`
}

export function waysFor(agent: Agent): Ways {
  const { standing, turn, due, queue } = agent
  const hasWork = turn !== null || due !== null || agent.waits === "child" || agent.waits === "parent" || agent.waits === "you"
  const isHeld = standing.kind === "paused"
  const canStop = !isTerminal(agent) && (hasWork || isHeld || standing.kind === "stuck" || queue.length > 0)
  return {
    pause: !isHeld && !isTerminal(agent) && hasWork,
    // While its turn is still coming to an end there is nothing to go on from.
    resume: isHeld && turn === null ? 1 : 0,
    stop: canStop ? 1 : 0,
    goOn: turn !== null || isHeld ? null : goOnWord(agent),
  }
}

function goOnWord({ standing, due, waits, assignment, addressed }: Agent): string | null {
  if (assignment === null && !addressed) return null
  if (standing.kind === "stuck" || standing.kind === "stopped") return "Go on"
  if (waits === "review") return "Next unit"
  return due ? "Go on now" : null
}
