// Owns: the bar at the bottom: what waits, whether commands are confined and the record holds, what answers and what it has used, settings and help.
import type { Usage } from "@kibitz/contract"
import { modelFor } from "@kibitz/domain"
import { CircleHelp, Settings2, ShieldCheck, ShieldOff, ShieldQuestion, TriangleAlert } from "lucide-react"
import { auditTrouble, LOOKING, sandboxHint } from "../access/trouble-copy.ts"
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
      <AuditLog />
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

const sandboxes = {
  on: { Icon: ShieldCheck, words: "Sandbox on" },
  off: { Icon: ShieldOff, words: "Sandbox off" },
  unknown: { Icon: ShieldQuestion, words: LOOKING },
}

function Sandbox() {
  const session = useSession()
  const sandbox = useWorld(({ world }) => world?.sandbox)
  if (!sandbox) return null
  const { Icon, words } = sandboxes[sandbox.state]
  return (
    <button
      type="button"
      className={`status-button ${sandbox.state === "off" ? "status-warning" : ""}`}
      data-testid="sandbox"
      data-state={sandbox.state}
      title={sandboxHint(sandbox)}
      onClick={() => session.show({ kind: "settings", page: "access" })}
    >
      <Icon size="0.8125rem" aria-hidden /> {words}
    </button>
  )
}

/** Only what is wrong is worth a place here. */
function AuditLog() {
  const session = useSession()
  const trouble = useWorld(({ world }) => auditTrouble(world?.audit ?? null))
  if (trouble === null) return null
  return (
    <span role="status">
      <button
        type="button"
        className="status-button status-damaged"
        data-testid="audit-damaged"
        title={`${trouble} Open the settings to see what to do.`}
        onClick={() => session.show({ kind: "settings", page: "access" })}
      >
        <TriangleAlert size="0.8125rem" aria-hidden /> Audit log damaged
      </button>
    </span>
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
