// Owns: the bar at the bottom: what answers, what it has used, the line to the host, settings and help.
import { jakeId, type Usage } from "@kibitz/contract"
import { CircleHelp, Settings2 } from "lucide-react"
import { formatCount, formatShort } from "../ui/numbers.ts"
import { useAgent, useConnection, useScreen, useSession, useSettings } from "./session-context.ts"
import { keyHint } from "./shortcuts.ts"

export function StatusBar() {
  const session = useSession()
  return (
    <footer className="status-bar" data-region="status">
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

function ModelName() {
  const settings = useSettings()
  const connection = useConnection()
  if (!settings || !connection) return null
  const isRehearsal = connection.using === "rehearsal"
  return (
    <span
      className="status-item"
      title={isRehearsal ? "The built-in rehearsal model answers" : `Model for ${settings.modelMode} work`}
    >
      {isRehearsal ? "rehearsal model" : settings.models[settings.modelMode]}
    </span>
  )
}

function Tokens() {
  const usage = useAgent(jakeId, (agent) => agent.usage)
  const isRehearsal = useConnection()?.using === "rehearsal"
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return null
  const floor = usage.estimated ? "≥ " : ""
  return (
    <>
      <span className="status-item" title={usageTitle(usage)}>
        {floor}
        {formatShort(read(usage))} in · {formatShort(usage.outputTokens)} out
      </span>
      {isRehearsal && <span className="status-item">$0.00 (rehearsal)</span>}
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
