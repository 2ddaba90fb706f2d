// Owns: one number among the settings: what is typed, whether it may be, and the change once it is left.
import { useId } from "react"
import { useEdited } from "../../../kernel/settings/edit-setting.ts"

type NumberRowProps = {
  label: string
  unit?: string
  value: number
  least: number
  most: number
  onChange(value: number): void
}

export function NumberRow({ label, unit = "", value, least, most, onChange }: NumberRowProps) {
  const id = useId()
  const [text, setText] = useEdited(`${value}`)
  const wanted = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : Number.NaN
  const isValid = wanted >= least && wanted <= most
  const save = () => {
    if (isValid && wanted !== value) onChange(wanted)
  }
  return (
    <div className="number-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field amount-wide"
        inputMode="numeric"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : `${id}-note`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
      />
      <span>{unit}</span>
      {!isValid && (
        <p id={`${id}-note`} className="setting-note failed-text">
          From {least} to {most}.
        </p>
      )}
    </div>
  )
}
