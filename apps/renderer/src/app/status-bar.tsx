// Owns: the bar at the bottom: what waits, whether commands are confined, what answers and what it has used, settings and help.
import type { Usage } from "@kibitz/contract"
import { modelFor } from "@kibitz/domain"
import { CircleHelp, Settings2, ShieldCheck, ShieldOff } from "lucide-react"
import { money, waitingCount } from "../attention/attention-copy.ts"
import { formatCount, formatShort } from "../ui/numbers.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { useAgent, useConnection, useScreen, useSession, useSettings, useWorld } from "./session-context.ts"
import { keyHint } from "./shortcuts.ts"
import { goToAttention } from "./use-shortcuts.ts"

export function StatusBar() {
  const session = useSession()
  return (
    <footer className="status-bar" data-region="status">
      <Waiting />
      <Sandbox />
      <ModelName />
      <Tokens />
      <Line />
      <span className="status-gap" />
      <button
        type="button"
        className="status-button"
        aria-label="Settings"
        title={`Settings (${keyHint("settings")})`}
        onClick={() => session.show({ kind: "settings", page: "models" })}
      >
        <Settings2 size="0.875rem" aria-hidden />
      </button>
      <button
        type="button"
        className="status-button"
        aria-label="Help"
        title={`Help (${keyHint("help")})`}
        onClick={() => session.show({ kind: "help" })}
      >
        <CircleHelp size="0.875rem" aria-hidden />
      </button>
    </footer>
  )
}

function Waiting() {
  const session = useSession()
  const count = useWorld(({ world }) => (world ? Object.keys(world.attention).length : 0))
  if (count === 0) return null
  return (
    <button
      type="button"
      className="status-button status-waiting"
      data-testid="waiting"
      title={`Go to what waits for you (${keyHint("attention")})`}
      onClick={() => goToAttention(session, 1)}
    >
      <StatusGlyph status="needs-you" />
      {waitingCount(count)}
    </button>
  )
}

function Sandbox() {
  const session = useSession()
  const sandbox = useWorld(({ world }) => world?.sandbox)
  if (!sandbox || sandbox.state === "unknown") return null
  const isOn = sandbox.state === "on"
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <button
      type="button"
      className={`status-button ${isOn ? "" : "status-warning"}`}
      data-testid="sandbox"
      title={isOn ? `Commands are confined by ${sandbox.name}` : `${sandbox.because} ${sandbox.remedy}`}
      onClick={() => session.show({ kind: "settings", page: "access" })}
    >
      <Icon size="0.8125rem" aria-hidden /> {isOn ? "Sandbox on" : "Sandbox off"}
    </button>
  )
}

function ModelName() {
  const settings = useSettings()
  const connection = useConnection()
  const agentId = useScreen((state) => state.agentId)
  const agent = useAgent(agentId, (state) => state)
  if (!settings || !connection || !agent) return null
  const isRehearsal = connection.using === "rehearsal"
  const why = agent.model === null ? `Model for ${agent.posture.modelMode} work` : `Chosen for ${agent.name}`
  return (
    <span className="status-item" title={isRehearsal ? "The built-in rehearsal model answers" : why}>
      {isRehearsal ? "rehearsal model" : modelFor(settings, agent).model}
    </span>
  )
}

function Tokens() {
  const agentId = useScreen((state) => state.agentId)
  const usage = useAgent(agentId, (agent) => agent.usage)
  const spent = useAgent(agentId, (agent) => agent.spentUsd + agent.spentBelowUsd) ?? 0
  const isRehearsal = useConnection()?.using === "rehearsal"
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return null
  const floor = usage.estimated ? "≥ " : ""
  return (
    <>
      <span className="status-item" title={usageTitle(usage)}>
        {floor}
        {formatShort(read(usage))} in · {formatShort(usage.outputTokens)} out
      </span>
      <span className="status-item" title="Spent by this agent and all below, by the price table">
        {isRehearsal ? "$0.00 (rehearsal)" : money(spent)}
      </span>
    </>
  )
}

function read({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

function usageTitle(usage: Usage): string {
  return `Tokens so far: ${formatCount(read(usage))} read (${formatCount(usage.cacheReadTokens)} from the cache), ${formatCount(usage.outputTokens)} written`
}

function Line() {
  const session = useSession()
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
