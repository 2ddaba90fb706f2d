import { PermissionProfile, PostureDefaults, type Settings, type SettingsPatch } from "@kibitz/contract"
import { useId, useState } from "react"
import { stepTo, wordsFor } from "../../../kernel/posture/axes.ts"
import { useEdited } from "../../../kernel/settings/edit-setting.ts"
import { takeFocus } from "../../../kernel/settings/take-focus.ts"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"

const rows = ["phase", "permissionProfile", "runControl", "workMode", "style"] as const

export function DefaultsSection({ settings }: { settings: Settings }) {
  const { change, refusal } = useSettingsChange()
  return (
    <section className="setting" aria-label="New agents in this project">
      <h3>New agents in this project</h3>
      <div className="defaults">
        {rows.map((axis) => (
          <DefaultRow
            key={axis}
            axis={axis}
            value={settings.defaults[axis]}
            onChange={(defaults, confirm) => change({ defaults }, confirm)}
          />
        ))}
      </div>
      <p className="setting-note">Nobody starts unrestricted, and a child never has more than its parent.</p>
      <label className="switch-row">
        <input
          type="checkbox"
          checked={settings.planningNetwork}
          onChange={(event) => change({ planningNetwork: event.target.checked })}
        />
        <span>
          Planning may use the web
          <small>Fetching pages and searching count as reading.</small>
        </span>
      </label>
      <ApprovalMinutes minutes={settings.approvalMinutes} onChange={(approvalMinutes) => change({ approvalMinutes })} />
      {refusal}
    </section>
  )
}

type DefaultRowProps = {
  axis: (typeof rows)[number]
  value: string
  onChange(defaults: NonNullable<SettingsPatch["defaults"]>, confirm?: string): void
}

function DefaultRow({ axis, value, onChange }: DefaultRowProps) {
  const id = useId()
  const { name, values, what } = wordsFor(axis)
  const [asked, setAsked] = useState<string | null>(null)
  const offered = axis === "permissionProfile" ? PermissionProfile.exclude(["unrestricted"]).options : values
  const set = (wanted: string, confirm?: string) => {
    setAsked(null)
    const parsed = PostureDefaults.partial().safeParse({ [axis]: wanted })
    if (parsed.success) onChange(parsed.data, confirm)
  }
  return (
    <>
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        className="field"
        value={value}
        // Less power is one step, more of it two (ux 2.10).
        onChange={({ target: { value: wanted } }) => (stepTo(axis, value, wanted) === "raise" ? setAsked(wanted) : set(wanted))}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {one}: {what[one]}
          </option>
        ))}
      </select>
      {asked !== null && (
        <div className="defaults-sure" role="alert">
          <span>
            Every new agent: {asked}, {what[asked]}?
          </span>
          <button type="button" className="button button-small" ref={takeFocus} onClick={() => setAsked(null)}>
            Keep {value}
          </button>
          <button type="button" className="button button-small" onClick={() => set(asked, asked)}>
            Use {asked}
          </button>
        </div>
      )}
    </>
  )
}

const MOST = 30 * 24 * 60

function ApprovalMinutes({ minutes, onChange }: { minutes: number; onChange(minutes: number): void }) {
  const id = useId()
  const [text, setText] = useEdited(`${minutes}`)
  const wanted = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN
  const isValid = wanted >= 1 && wanted <= MOST
  const save = () => {
    if (isValid && wanted !== minutes) onChange(wanted)
  }
  return (
    <div className="minutes">
      <label htmlFor={id}>An approval nobody answers counts as a no after</label>
      <input
        id={id}
        className="field amount-wide"
        inputMode="numeric"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={`${id}-note`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
      <span>minutes</span>
      <p id={`${id}-note`} className={isValid ? "setting-note" : "setting-note failed-text"}>
        {isValid ? "Holds for what is asked from now on." : `From 1 to ${MOST} minutes.`}
      </p>
    </div>
  )
}
