// Owns: how far agents may go by themselves (OPM-6).
import type { Limits } from "@kibitz/contract"
import { useSettings } from "../../../kernel/session/session-context.ts"
import { SwitchRow } from "../../../kernel/settings/switch-row.tsx"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"
import { NumberRow } from "../parts/number-row.tsx"

type Row = {
  readonly key: keyof Limits
  readonly label: string
  readonly unit: string
  readonly least: number
  readonly most: number
  readonly scale?: number
}

const alone: readonly Row[] = [
  { key: "iterations", label: "Continuations of one assignment", unit: "times", least: 1, most: 10_000 },
  { key: "workingMinutes", label: "Work on one assignment", unit: "minutes", least: 1, most: 10_080 },
  { key: "continuationDelayMs", label: "Goes on after a stop in", unit: "seconds", least: 0, most: 3600, scale: 1000 },
  { key: "longestDelayMs", label: "Without progress, at the latest in", unit: "seconds", least: 0, most: 3600, scale: 1000 },
  { key: "idleContinuations", label: "Without progress, stuck after", unit: "continuations", least: 1, most: 100 },
  { key: "restarts", label: "Restarts after a failure", unit: "times", least: 0, most: 100 },
  { key: "parentSeconds", label: "An agent above has to answer within", unit: "seconds", least: 1, most: 3600 },
]
const team: readonly Row[] = [
  { key: "children", label: "Children of one agent", unit: "", least: 1, most: 1000 },
  { key: "depth", label: "Depth of the tree", unit: "levels", least: 1, most: 64 },
  { key: "requests", label: "Requests at the same time", unit: "over all agents", least: 1, most: 1000 },
]

export function AgentsPage() {
  const settings = useSettings()
  const { change, refusal } = useSettingsChange()
  if (!settings) return null
  const rows = (some: readonly Row[]) =>
    some.map(({ key, scale = 1, ...row }) => (
      <NumberRow
        key={key}
        {...row}
        value={Math.round(settings.limits[key] / scale)}
        onChange={(value) => change({ limits: { [key]: value * scale } })}
      />
    ))
  return (
    <>
      <section className="setting" aria-label="Working alone">
        <h3>Working alone</h3>
        {rows(alone)}
        <p className="setting-note">
          An agent that reaches one of these stops and waits for you. Waiting for you does not count as work.
        </p>
      </section>
      <section className="setting" aria-label="The team">
        <h3>The team</h3>
        {rows(team)}
      </section>
      <section className="setting" aria-label="After a usage limit">
        <h3>After a usage limit</h3>
        <SwitchRow
          isOn={settings.wakeAfterLimit}
          note="Otherwise they stay paused until you let them go on."
          onChange={(wakeAfterLimit) => change({ wakeAfterLimit })}
        >
          Those who wait go on by themselves when the limit is over
        </SwitchRow>
        {refusal}
      </section>
    </>
  )
}
