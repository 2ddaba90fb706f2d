// Owns: putting an item off. It keeps its place and comes back by itself; nothing is answered by it.
import type { AgentId } from "@kibitz/contract"
import { useAgent } from "../../../kernel/session/session-context.ts"

export type SnoozeUntil = number | "tomorrow" | "team"

const choices: readonly { readonly until: SnoozeUntil; readonly words: string }[] = [
  { until: 5, words: "5 minutes" },
  { until: 30, words: "30 minutes" },
  { until: "tomorrow", words: "Until tomorrow" },
]

export function SnoozeRow({ agentId, onSnooze }: { agentId: AgentId; onSnooze(until: SnoozeUntil): void }) {
  const hasTeam = useAgent(agentId, ({ childIds }) => childIds.length > 0) === true
  const offered = hasTeam ? [...choices, { until: "team" as const, words: "Until its team has finished" }] : choices
  return (
    <fieldset className="snooze-row" data-testid="snooze" aria-label="Snooze">
      <span>Snooze</span>
      {offered.map(({ until, words }) => (
        <button key={words} type="button" className="button button-small" onClick={() => onSnooze(until)}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}
