// Owns: the bar at the bottom: the posture of whom the user is with, counts over all agents, requests, money, heads-down, hold all, help. Nothing
// in it that can be pressed moves when its numbers change.

import { type AgentId, jakeId } from "@kibitz/contract"
import { CircleHelp, Settings2, Timer } from "lucide-react"
import type { ReactNode } from "react"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import { Outlet } from "../../kernel/outlets/outlets.tsx"
import type { Asks } from "../../kernel/session/offers.ts"
import { useAgent, useConnection, useScreen, useSession, useSettings } from "../../kernel/session/session-context.ts"
import { useTold } from "../../kernel/ui/clock.ts"
import { formatCount } from "../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { money } from "../../kernel/words/attention-copy.ts"
import { type Counter, countAgents, countersOf, countsSame, type Longest, nobodyCounted, runtimeWords } from "./counters.ts"
import { Hold } from "./hold.tsx"
import { PassingRemark } from "./passing-remark.tsx"
import { QuietButton } from "./quiet-button.tsx"
import { useRequests } from "./requests.ts"
import "./status-bar.css"
import { AuditLog, Sandbox } from "./trouble.tsx"
import { useCounted } from "./use-counted.ts"

export type StatusWays = {
  /** To the next thing that needs the user. */
  next(): void
  /** To what is finished and not read yet. */
  review(): void
  /** Who works right now. */
  active(): void
  cost(): void
  settings(): void
  help(): void
}

type StatusBarProps = {
  /** Whose posture is shown: whom the user talks to, else whom they have selected. */
  agentId: AgentId
  /** A chat has its own line for what was just done or refused. */
  showsRemark: boolean
  ways: StatusWays
}

export function StatusBar({ agentId, showsRemark, ways }: StatusBarProps) {
  const settings = useTitleWithKey("Settings", "settings")
  const help = useTitleWithKey("Help", "help")
  return (
    <footer className="status-line" data-region="status" data-testid="status-bar">
      <Outlet key={agentId} name="posture" agentId={agentId} />
      <div className="status-middle">
        <Everybody ways={ways}>
          <Requests />
          <Spent onOpen={ways.cost} />
          <Sandbox />
          {showsRemark && <PassingRemark />}
        </Everybody>
        <AuditLog />
        <Line />
      </div>
      <QuietButton />
      <Hold />
      <button type="button" className="status-button" aria-label="Settings" title={settings} onClick={ways.settings}>
        <Settings2 size="0.875rem" aria-hidden />
      </button>
      <button type="button" className="status-button" aria-label="Help" title={help} onClick={ways.help}>
        <CircleHelp size="0.875rem" aria-hidden />
      </button>
    </footer>
  )
}

const leads: Readonly<Partial<Record<Counter["name"], keyof StatusWays>>> = {
  done: "review",
  working: "active",
  "needs-you": "next",
}

/** The counts, and beside them what a remark may lie over for a moment: nothing of it is a warning. */
function Everybody({ ways, children }: { ways: StatusWays; children: ReactNode }) {
  const { waits, longest } = useCounted(countAgents, nobodyCounted, countsSame)
  return (
    <>
      <Counters waiting={waits} ways={ways} />
      <div className="status-side">
        {longest && <Runtime longest={longest} />}
        {children}
      </div>
    </>
  )
}

function Counters({ waiting, ways }: { waiting: number; ways: StatusWays }) {
  const tally = useAgent(jakeId, (agent) => agent.tally)
  const key = useTitleWithKey("go to the next", "attention-next")
  if (!tally) return null
  return (
    <fieldset className="counters" aria-label="All agents">
      {countersOf(tally, waiting).map(({ name, glyph, count, words }) => {
        const lead = leads[name]
        const face = (
          <>
            <StatusGlyph status={glyph} />
            <span aria-hidden>{formatCount(count)}</span>
            <span className="visually-hidden">{words}</span>
          </>
        )
        const className = `counter ${count === 0 ? "counter-none" : ""} counter-${name}`
        return lead === undefined ? (
          <span key={name} className={className} data-testid={`count-${name}`} title={words}>
            {face}
          </span>
        ) : (
          <button
            key={name}
            type="button"
            className={className}
            data-testid={`count-${name}`}
            title={name === "needs-you" ? `${words}; ${key}` : words}
            onClick={ways[lead]}
          >
            {face}
          </button>
        )
      })}
    </fieldset>
  )
}

/** How long the one has been at work that began first. */
function Runtime({ longest }: { longest: Longest }) {
  const words = useTold((now) => runtimeWords(Date.parse(now) - Date.parse(longest.since)))
  const title = `Longest at work: ${longest.name}, ${words}`
  return (
    <span className="status-item runtime" data-testid="runtime" title={title}>
      <Timer size="0.75rem" aria-hidden />
      <span aria-hidden>{words}</span>
      <span className="visually-hidden">{title}</span>
    </span>
  )
}

/** So many may be out at once; the others wait for their turn. */
function Requests() {
  const { out, held } = useRequests()
  const most = useSettings()?.limits.requests
  if (most === undefined) return null
  const waiting = held > 0 ? `, ${held} waiting for a free one` : ""
  return (
    <span className="status-item requests" data-testid="requests" title={`${out} of at most ${most} requests are out${waiting}`}>
      {out}/{most}
      {held > 0 && ` +${held}`}
      <span className="requests-word"> requests</span>
    </span>
  )
}

function Spent({ onOpen }: { onOpen(): void }) {
  const spent = useAgent(jakeId, (agent) => agent.spentUsd + agent.spentBelowUsd) ?? 0
  const isRehearsal = useConnection()?.using === "rehearsal"
  const amount = money(isRehearsal ? 0 : spent)
  return (
    <button
      type="button"
      className="status-button spent"
      aria-label={isRehearsal ? `${amount} (rehearsal)` : amount}
      data-testid="spent"
      title="Spent in this project, by the price table; the provider's bill decides"
      onClick={onOpen}
    >
      {amount}
      {isRehearsal && <span className="spent-rehearsal">(rehearsal)</span>}
    </button>
  )
}

function Line() {
  const session = useSession<Asks>()
  const line = useScreen((state) => state.line)
  if (line.kind !== "lost") return null
  return (
    <span className="status-item status-lost" role="status">
      Not connected to Kibitz. Trying again{line.attempt > 3 ? ", is it still running?" : "…"}
      <button type="button" className="status-button" onClick={session.reconnect}>
        Try now
      </button>
    </span>
  )
}
